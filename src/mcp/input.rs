//! The input of the client, whose end waits its turn: calls that came before it are done, however long they
//! take, instead of being dropped by a clock. The last line has an end, whether the client wrote one or not.

use std::io;
use std::mem;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, ReadBuf};
use tokio::sync::{Mutex, Notify, OwnedMutexGuard};

/// A stream that ends when it is the turn of its end.
pub(super) struct ClientInput<R> {
    reader: R,
    turn: Arc<Mutex<()>>,
    over: Arc<Notify>,
    /// Whether the last byte that came was not the end of a line.
    is_inside_line: bool,
    state: InputState,
}

type Turn = Pin<Box<dyn Future<Output = OwnedMutexGuard<()>> + Send>>;

enum InputState {
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

impl<R> ClientInput<R> {
    /// `reader`, whose end waits for `turn`, and tells `over` when it has come.
    pub(super) fn new(reader: R, turn: Arc<Mutex<()>>, over: Arc<Notify>) -> Self {
        Self {
            reader,
            turn,
            over,
            is_inside_line: false,
            state: InputState::Open,
        }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for ClientInput<R> {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        loop {
            match &mut this.state {
                InputState::Open => {
                    let before = buffer.filled().len();
                    ready!(Pin::new(&mut this.reader).poll_read(cx, buffer))?;
                    if let Some(&last) = buffer.filled()[before..].last() {
                        this.is_inside_line = last != b'\n';
                        return Poll::Ready(Ok(()));
                    }
                    if mem::take(&mut this.is_inside_line) {
                        buffer.put_slice(b"\n");
                        return Poll::Ready(Ok(()));
                    }
                    this.state = InputState::Ended;
                    cx.waker().wake_by_ref();
                    return Poll::Pending;
                }
                InputState::Ended => {
                    this.state = InputState::Waiting(Box::pin(Arc::clone(&this.turn).lock_owned()));
                }
                InputState::Waiting(turn) => {
                    drop(ready!(turn.as_mut().poll(cx)));
                    this.state = InputState::Over;
                    this.over.notify_one();
                }
                InputState::Over => return Poll::Ready(Ok(())),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::pin::Pin;
    use std::sync::Arc;
    use std::task::Poll;

    use tokio::io::{AsyncRead, ReadBuf};
    use tokio::runtime::Builder;
    use tokio::sync::{Mutex, Notify};

    use super::ClientInput;

    /// How many bytes come, asked once; `None` when that is not known yet.
    async fn polled(input: &mut ClientInput<&[u8]>) -> Option<usize> {
        poll_fn(|cx| {
            let mut bytes = [0; 16];
            let mut buffer = ReadBuf::new(&mut bytes);
            let polled = Pin::new(&mut *input).poll_read(cx, &mut buffer);
            Poll::Ready(match polled {
                Poll::Ready(read) => {
                    read.unwrap();
                    Some(buffer.filled().len())
                }
                Poll::Pending => None,
            })
        })
        .await
    }

    #[test]
    fn the_last_line_ends() {
        let runtime = Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let (turn, over) = (Arc::new(Mutex::new(())), Arc::new(Notify::new()));
            let mut input = ClientInput::new(&b"one"[..], turn, over);
            assert_eq!(polled(&mut input).await, Some(3));
            assert_eq!(polled(&mut input).await, Some(1));
            assert_eq!(polled(&mut input).await, None);
        });
    }

    #[test]
    fn the_end_waits_for_the_calls_before_it() {
        let runtime = Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let (turn, over) = (Arc::new(Mutex::new(())), Arc::new(Notify::new()));
            let mut input = ClientInput::new(&b"one\n"[..], Arc::clone(&turn), Arc::clone(&over));
            assert_eq!(polled(&mut input).await, Some(4));
            assert_eq!(polled(&mut input).await, None);
            // A call that was read before the end gets in line when its task is polled, which is now.
            let first = Arc::clone(&turn).lock_owned().await;
            assert_eq!(polled(&mut input).await, None);
            assert_eq!(polled(&mut input).await, None);
            drop(first);
            assert_eq!(polled(&mut input).await, Some(0));
            assert_eq!(polled(&mut input).await, Some(0));
            over.notified().await;
        });
    }
}
