//! The parts of files in answers that are on their way: the client has seen them once they are written.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use rmcp::RoleServer;
use rmcp::model::{JsonRpcMessage, RequestId};
use rmcp::service::TxJsonRpcMessage;

use crate::run::Sightings;

/// The sightings in answers that are not written yet, by the number of the request.
#[derive(Clone, Debug, Default)]
pub(super) struct Unread(Arc<Mutex<HashMap<RequestId, Sightings>>>);

impl Unread {
    /// Keeps those of the answer to the request `id` until it is on its way.
    pub(super) fn keep(&self, id: RequestId, sightings: Sightings) {
        if !sightings.are_none() {
            let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            kept.insert(id, sightings);
        }
    }

    /// The marks of `message`, under the number that the server knows.
    pub(super) fn take(&self, message: &TxJsonRpcMessage<RoleServer>) -> Sightings {
        let JsonRpcMessage::Response(response) = message else {
            return Sightings::default();
        };
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.remove(&response.id).unwrap_or_default()
    }
}
