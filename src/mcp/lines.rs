//! The lines of a client and the answers to them: the transport under the server.
//!
//! Every line that asks for something is answered, also one that is no message. A request travels on under a
//! number of our own, so that two of the same `id` are never taken for each other: the second is refused as
//! long as the first has no answer.

use std::collections::HashMap;
use std::io;
use std::mem;
use std::pin::Pin;
use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::model::{ClientNotification, JsonRpcMessage, RequestId};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::Mutex;

use super::frame::{Frame, ProtocolError};
use super::unread::Unread;

type Received = RxJsonRpcMessage<RoleServer>;
type Sent = TxJsonRpcMessage<RoleServer>;

/// The transport.
pub(super) struct LineTransport<R, W> {
    reader: BufReader<R>,
    /// Bytes of the longest line that is read.
    longest: usize,
    /// The line that is being read, without its end.
    line: Vec<u8>,
    /// Whether the rest of a line that was too long is being passed over.
    is_passing: bool,
    output: Arc<Mutex<ClientOutput<W>>>,
    /// The answer to a line that was no message, which is on its way. The server may stop to listen while it is.
    answer: Option<Pin<Box<dyn Future<Output = io::Result<()>> + Send>>>,
    flight: Flight,
    /// The parts of files that the client sees in the answers.
    unread: Unread,
}

impl<R: AsyncRead + Unpin, W: AsyncWrite + Unpin + Send + 'static> LineTransport<R, W> {
    /// Lines of `input`, of no more than `longest` bytes, and answers to `output`.
    pub(super) fn new(input: R, output: W, longest: usize, unread: Unread) -> Self {
        Self {
            reader: BufReader::new(input),
            longest,
            line: Vec::new(),
            is_passing: false,
            output: Arc::new(Mutex::new(ClientOutput::new(output))),
            answer: None,
            flight: Flight::default(),
            unread,
        }
    }

    /// The next line as it was read; `None` at the end. Asked again after it was dropped, it goes on.
    async fn frame(&mut self) -> io::Result<Option<Frame>> {
        loop {
            let read = self.reader.fill_buf().await?;
            if read.is_empty() {
                return Ok(None);
            }
            let end = read.iter().position(|&byte| byte == b'\n');
            let taken = &read[..end.unwrap_or(read.len())];
            let count = taken.len() + usize::from(end.is_some());
            let room = self.longest - self.line.len();
            let is_too_long = !self.is_passing && taken.len() > room;
            if !self.is_passing {
                self.line.extend_from_slice(&taken[..taken.len().min(room)]);
            }
            self.reader.consume(count);
            if is_too_long {
                let beginning = mem::take(&mut self.line);
                self.is_passing = end.is_none();
                let fault = ProtocolError::of_too_long(&beginning, self.longest);
                return Ok(Some(Frame::Fault(fault)));
            }
            if end.is_none() {
                continue;
            }
            if mem::take(&mut self.is_passing) {
                continue;
            }
            return Ok(Some(Frame::read(&mem::take(&mut self.line))));
        }
    }

    /// The part of `frame` that the server has to hear; the rest is answered here.
    fn heard(&mut self, frame: Frame) -> Option<Received> {
        let fault = match frame {
            Frame::Silent => return None,
            Frame::Fault(fault) => fault,
            Frame::Message(message) => match self.flight.take_off(*message) {
                Ok(message) => return message,
                Err(fault) => fault,
            },
        };
        let answer = fault.answer().into_bytes();
        self.answer = Some(Box::pin(write(Arc::clone(&self.output), answer)));
        None
    }
}

impl<R, W> Transport<RoleServer> for LineTransport<R, W>
where
    R: AsyncRead + Unpin + Send + 'static,
    W: AsyncWrite + Unpin + Send + 'static,
{
    type Error = io::Error;

    fn send(&mut self, mut message: Sent) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let sightings = self.unread.take(&message);
        self.flight.land(&mut message);
        let line = serde_json::to_vec(&message);
        let output = Arc::clone(&self.output);
        async move {
            write(output, line?).await?;
            // That it cannot be noted is told of when it matters: what others wrote is in the way then.
            drop(sightings.note());
            Ok(())
        }
    }

    async fn receive(&mut self) -> Option<Received> {
        loop {
            if let Some(answer) = &mut self.answer {
                let written = answer.await;
                self.answer = None;
                written.ok()?;
            }
            let frame = self.frame().await.ok()??;
            if let Some(message) = self.heard(frame) {
                return Some(message);
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.output.lock().await.writer = None;
        Ok(())
    }
}

/// The messages to the client.
struct ClientOutput<W> {
    /// `None` once it is closed.
    writer: Option<W>,
    /// Lines that are not written, or not to their end: whoever writes next goes on where another stopped.
    unsent: Vec<u8>,
}

impl<W: AsyncWrite + Unpin> ClientOutput<W> {
    fn new(writer: W) -> Self {
        Self {
            writer: Some(writer),
            unsent: Vec::new(),
        }
    }
}

async fn write<W: AsyncWrite + Unpin>(
    output: Arc<Mutex<ClientOutput<W>>>,
    line: Vec<u8>,
) -> io::Result<()> {
    let mut output = output.lock().await;
    let ClientOutput { writer, unsent } = &mut *output;
    let writer = writer.as_mut().ok_or(io::ErrorKind::NotConnected)?;
    unsent.extend(line);
    unsent.push(b'\n');
    while !unsent.is_empty() {
        match writer.write(unsent).await? {
            0 => return Err(io::ErrorKind::WriteZero.into()),
            written => drop(unsent.drain(..written)),
        }
    }
    writer.flush().await
}

/// The requests that have no answer yet.
#[derive(Default)]
struct Flight {
    last: i64,
    /// By our number, what the client calls them.
    theirs: HashMap<i64, RequestId>,
    /// By what the client calls them, our number.
    ours: HashMap<RequestId, i64>,
}

impl Flight {
    /// `message` as the server shall hear it: requests and their cancellations under our numbers. The server
    /// has no use for anything else.
    fn take_off(&mut self, message: Received) -> Result<Option<Received>, ProtocolError> {
        match message {
            JsonRpcMessage::Request(mut request) => {
                if self.ours.contains_key(&request.id) {
                    return Err(ProtocolError::of_id_in_flight(
                        &request.id.into_json_value(),
                    ));
                }
                self.last += 1;
                let theirs = mem::replace(&mut request.id, RequestId::Number(self.last));
                self.ours.insert(theirs.clone(), self.last);
                self.theirs.insert(self.last, theirs);
                Ok(Some(JsonRpcMessage::Request(request)))
            }
            JsonRpcMessage::Notification(mut told) => {
                let ClientNotification::CancelledNotification(cancelled) = &mut told.notification
                else {
                    return Ok(None);
                };
                let theirs = cancelled.params.request_id.take();
                let Some(ours) = theirs.and_then(|theirs| self.ours.remove(&theirs)) else {
                    return Ok(None);
                };
                // It gets no answer, so the client may use its id again.
                self.theirs.remove(&ours);
                cancelled.params.request_id = Some(RequestId::Number(ours));
                Ok(Some(JsonRpcMessage::Notification(told)))
            }
            JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_) => Ok(None),
        }
    }

    /// The answer `message` under the id that the client knows.
    fn land(&mut self, message: &mut Sent) {
        let id = match message {
            JsonRpcMessage::Response(response) => Some(&mut response.id),
            JsonRpcMessage::Error(error) => error.id.as_mut(),
            JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => None,
        };
        let Some(id) = id else {
            return;
        };
        let ours = match id {
            RequestId::Number(ours) => *ours,
            RequestId::String(_) => return,
        };
        if let Some(theirs) = self.theirs.remove(&ours) {
            self.ours.remove(&theirs);
            *id = theirs;
        }
    }
}
