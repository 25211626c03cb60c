//! A harvest: job, frontier, politeness, scope, and the stages a URI passes.
