//! What the OpenAPI document says about a route, beside what the table says anyway.

use super::Route;
use crate::api::{SchemaSet, WireType};
use serde_json::Value;

/// A parameter in the path or the query.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RouteParam {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) is_needed: bool,
    /// JSON schema of its values.
    pub(crate) schema: &'static str,
}

/// The answer if all is well.
#[derive(Clone, Copy)]
pub(crate) struct RouteAnswer {
    pub(crate) status: u16,
    /// Adds the schema and returns the reference to it; `None` for an answer without JSON.
    pub(crate) schema: Option<fn(&mut SchemaSet) -> Value>,
    pub(crate) kind: &'static str,
}

/// What the document says about a route.
#[derive(Clone, Default)]
pub(crate) struct RouteDoc {
    pub(crate) summary: &'static str,
    pub(crate) params: Vec<RouteParam>,
    pub(crate) body: Option<fn(&mut SchemaSet) -> Value>,
    pub(crate) answer: Option<RouteAnswer>,
}

impl Route {
    fn doc(&mut self) -> &mut RouteDoc {
        self.doc.get_or_insert_default()
    }

    /// What it does, in a sentence.
    pub(crate) fn about(mut self, summary: &'static str) -> Route {
        self.doc().summary = summary;
        self
    }

    /// A parameter of the query that may be left out.
    pub(crate) fn may(
        mut self,
        name: &'static str,
        schema: &'static str,
        about: &'static str,
    ) -> Route {
        self.doc().params.push(RouteParam { name, about, is_needed: false, schema });
        self
    }

    /// A parameter that is needed. One that stands in the path is found there.
    pub(crate) fn needs(
        mut self,
        name: &'static str,
        schema: &'static str,
        about: &'static str,
    ) -> Route {
        self.doc().params.push(RouteParam { name, about, is_needed: true, schema });
        self
    }

    /// The JSON that it takes.
    pub(crate) fn takes<T: WireType>(mut self) -> Route {
        self.doc().body = Some(SchemaSet::reference::<T>);
        self
    }

    /// The JSON that it answers.
    pub(crate) fn answers<T: WireType>(mut self, status: u16) -> Route {
        let schema: fn(&mut SchemaSet) -> Value = SchemaSet::reference::<T>;
        let kind = "application/json";
        self.doc().answer = Some(RouteAnswer { status, schema: Some(schema), kind });
        self
    }

    /// It answers with something else, or with nothing.
    pub(crate) fn answers_with(mut self, status: u16, kind: &'static str) -> Route {
        self.doc().answer = Some(RouteAnswer { status, schema: None, kind });
        self
    }
}
