//! What the client sends, whose end waits its turn: calls that came before it are done, however long they
//! take, instead of being dropped by a clock.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, ReadBuf};
use tokio::sync::{Mutex, Notify, OwnedMutexGuard};

/// A stream that ends when it is the turn of its end.
pub(super) struct Input<R> {
    reader: R,
    turn: Arc<Mutex<()>>,
    over: Arc<Notify>,
    state: State,
}

type Turn = Pin<Box<dyn Future<Output = OwnedMutexGuard<()>> + Send>>;

enum State {
    /// More may come.
    Open,
    /// Nothing comes any more. Calls that were read a moment ago get in line first: each is a task that is
    /// polled before this one again.
    Ended,
    /// In line.
    Waiting(Turn),
    /// It was the end's turn.
    Over,
}

impl<R> Input<R> {
    /// `reader`, whose end waits for `turn`, and tells `over` when it has come.
    pub(super) fn new(reader: R, turn: Arc<Mutex<()>>, over: Arc<Notify>) -> Self {
        Self {
            reader,
            turn,
            over,
            state: State::Open,
        }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for Input<R> {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        loop {
            match &mut this.state {
                State::Open => {
                    let before = buffer.filled().len();
                    ready!(Pin::new(&mut this.reader).poll_read(cx, buffer))?;
                    if buffer.filled().len() > before {
                        return Poll::Ready(Ok(()));
                    }
                    this.state = State::Ended;
                    cx.waker().wake_by_ref();
                    return Poll::Pending;
                }
                State::Ended => {
                    this.state = State::Waiting(Box::pin(Arc::clone(&this.turn).lock_owned()));
                }
                State::Waiting(turn) => {
                    drop(ready!(turn.as_mut().poll(cx)));
                    this.state = State::Over;
                    this.over.notify_one();
                }
                State::Over => return Poll::Ready(Ok(())),
            }
        }
    }
}
