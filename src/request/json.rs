//! `incise.request/1`: the JSON form of a request.
