//! Arrays of hands in, strengths out.
