//! Authenticates callers and checks their permissions.

use async_graphql::{Context, Error, ErrorExtensions, Guard, Result};
use axum::{
    extract::FromRequestParts,
    http::{StatusCode, header, request::Parts},
};

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Role {
    Astronomer,
    Instrument,
    Student,
    Visitor,
}

impl Role {
    /// The role of a pass.
    pub fn of(pass: &str) -> Option<Self> {
        match pass {
            "altair" => Some(Self::Astronomer),
            "deneb" => Some(Self::Instrument),
            "vega" => Some(Self::Student),
            "pluto" => Some(Self::Visitor),
            _ => None,
        }
    }
}

/// Rejects a request without a known pass before any GraphQL is parsed.
impl<S: Sync> FromRequestParts<S> for Role {
    type Rejection = (StatusCode, &'static str);

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        parts
            .headers
            .get(header::AUTHORIZATION)
            .and_then(|value| value.to_str().ok()?.strip_prefix("Pass "))
            .and_then(Self::of)
            .ok_or((StatusCode::UNAUTHORIZED, "a pass of this observatory is required"))
    }
}

/// Allows only these roles to use a field.
pub struct Only(pub &'static [Role]);

pub const ASTRONOMERS: Only = Only(&[Role::Astronomer]);
pub const INSTRUMENTS: Only = Only(&[Role::Instrument]);
pub const STAFF: Only = Only(&[Role::Astronomer, Role::Instrument, Role::Student]);
pub const ANYONE: Only = Only(&[Role::Astronomer, Role::Instrument, Role::Student, Role::Visitor]);

impl Guard for Only {
    async fn check(&self, context: &Context<'_>) -> Result<()> {
        let role = context.data::<Role>()?;
        if self.0.contains(role) {
            return Ok(());
        }
        Err(Error::new(format!("{role:?}s may not do this"))
            .extend_with(|_, extensions| extensions.set("code", "PASS_TOO_LOW")))
    }
}
