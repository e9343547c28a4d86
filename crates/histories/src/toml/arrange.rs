//! Tables that are written in parts: names of many parts, and headers.

use std::collections::HashMap;

use super::reader::Wrong;
use super::{Kind, Node, Tape};
use crate::error::Fault;
use crate::limits::MAX_DEPTH;

type Arranged<T> = Result<T, Box<Wrong>>;

impl Tape {
    /// Puts tables together, so that nothing is left but keys, each with its value; `text` is what was read. The
    /// first `given` parts of headers are the name of the hand itself.
    pub(crate) fn arrange(&mut self, text: &str, given: usize) -> Arranged<()> {
        if !self.tangled {
            return Ok(());
        }
        let mut tree = Tree::new(self, text);
        let (mut at, mut current) = (0, ROOT);
        while let Some(&node) = self.nodes.get(at) {
            if matches!(node.kind, Kind::Header | Kind::ListHeader) {
                tree.section += 1;
                let parts = at + 1 + given..at + node.size as usize;
                current = tree.open(parts, node.kind == Kind::ListHeader, node.start)?;
            } else {
                tree.add(current, at)?;
            }
            at += node.size as usize;
        }
        let mut made = Vec::with_capacity(self.nodes.len());
        tree.write_fields(ROOT, 0, &mut made)?;
        self.nodes = made;
        self.tangled = false;
        Ok(())
    }
}

const ROOT: usize = 0;

/// A part of the document: a value that stands there, a table, or a list of tables.
struct Branch {
    key: Node,
    content: Content,
    children: Vec<usize>,
    /// Whether it was opened by a header of its own.
    opened: bool,
    /// In which section names of many parts made or entered it, counted from 1.
    section: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    /// The node of the value.
    Value(usize),
    Table,
    Tables,
}

struct Tree<'t> {
    tape: &'t Tape,
    text: &'t str,
    branches: Vec<Branch>,
    /// Branches by that which they belong to, and their names.
    known: HashMap<(usize, &'t str), usize>,
    section: usize,
}

impl<'t> Tree<'t> {
    fn new(tape: &'t Tape, text: &'t str) -> Self {
        let key = Node { kind: Kind::Key, field: None, start: 0, end: 0, size: 1 };
        let root =
            Branch { key, content: Content::Table, children: Vec::new(), opened: true, section: 0 };
        Self { tape, text, branches: vec![root], known: HashMap::new(), section: 1 }
    }

    fn wrong(start: u32, said: &str) -> Box<Wrong> {
        Box::new(Wrong { at: start as usize, fault: Fault::Toml(said.to_owned()) })
    }

    fn find(&self, parent: usize, key: usize) -> Option<usize> {
        let name = self.tape.name(self.tape.nodes[key], self.text);
        self.known.get(&(parent, name)).copied()
    }

    fn grow(&mut self, parent: usize, key: usize, content: Content) -> usize {
        let (node, made) = (self.tape.nodes[key], self.branches.len());
        self.known.insert((parent, self.tape.name(node, self.text)), made);
        self.branches[parent].children.push(made);
        self.push(node, content)
    }

    fn push(&mut self, key: Node, content: Content) -> usize {
        let made = self.branches.len();
        self.branches.push(Branch {
            key,
            content,
            children: Vec::new(),
            opened: false,
            section: 0,
        });
        made
    }

    /// Returns the table that is meant by a branch: of a list of tables, it is the last.
    fn enter(&self, branch: usize) -> Option<usize> {
        match self.branches[branch].content {
            Content::Table => Some(branch),
            Content::Tables => self.branches[branch].children.last().copied(),
            Content::Value(_) => None,
        }
    }

    /// Opens the table of a header.
    fn open(&mut self, parts: std::ops::Range<usize>, many: bool, start: u32) -> Arranged<usize> {
        let twice = || Self::wrong(start, "a table is there twice, or stands for a value");
        let mut current = ROOT;
        let last = parts.end - 1;
        for key in parts.clone() {
            let found = self.find(current, key);
            if key == last {
                return match (found, many) {
                    (None, false) => {
                        let made = self.grow(current, key, Content::Table);
                        self.branches[made].opened = true;
                        Ok(made)
                    }
                    (Some(found), false) => {
                        let branch = &mut self.branches[found];
                        let is_new = branch.content == Content::Table
                            && !branch.opened
                            && branch.section == 0;
                        branch.opened = true;
                        if is_new { Ok(found) } else { Err(twice()) }
                    }
                    (found, true) => {
                        let list =
                            found.unwrap_or_else(|| self.grow(current, key, Content::Tables));
                        if self.branches[list].content != Content::Tables {
                            return Err(twice());
                        }
                        let made = self.push(self.tape.nodes[key], Content::Table);
                        self.branches[made].opened = true;
                        self.branches[list].children.push(made);
                        Ok(made)
                    }
                };
            }
            let found = found.unwrap_or_else(|| self.grow(current, key, Content::Table));
            current = self.enter(found).ok_or_else(twice)?;
        }
        // The hand's own header.
        Ok(current)
    }

    /// Adds a field to a table: a key or a path, and its value.
    fn add(&mut self, table: usize, at: usize) -> Arranged<()> {
        let node = self.tape.nodes[at];
        let twice = || Self::wrong(node.start, "the same name is there twice");
        let mut key = at;
        let mut current = table;
        if node.kind == Kind::Path {
            key += 1;
            while is_key(self.tape.nodes.get(key + 1)) {
                let found = match self.find(current, key) {
                    None => self.grow(current, key, Content::Table),
                    Some(found) => found,
                };
                let branch = &mut self.branches[found];
                // A table that was made elsewhere is complete.
                let is_ours = branch.section == 0 && branch.children.is_empty() && !branch.opened
                    || branch.section == self.section;
                if branch.content != Content::Table || !is_ours {
                    return Err(twice());
                }
                branch.section = self.section;
                current = found;
                key += 1;
            }
        }
        if self.find(current, key).is_some() {
            return Err(twice());
        }
        self.grow(current, key, Content::Value(key + 1));
        Ok(())
    }

    fn check_depth(depth: usize, start: u32) -> Arranged<()> {
        let at = start as usize;
        let fault = Fault::TooDeep(MAX_DEPTH);
        if depth <= MAX_DEPTH { Ok(()) } else { Err(Box::new(Wrong { at, fault })) }
    }

    fn write_fields(&self, table: usize, depth: usize, made: &mut Vec<Node>) -> Arranged<()> {
        for &child in &self.branches[table].children {
            let first = made.len();
            made.push(self.branches[child].key);
            self.write(child, depth + 1, made)?;
            made[first].size = (made.len() - first) as u32;
        }
        Ok(())
    }

    fn write(&self, branch: usize, depth: usize, made: &mut Vec<Node>) -> Arranged<()> {
        let Branch { key, content, ref children, .. } = self.branches[branch];
        let kind = match content {
            Content::Value(at) => return self.copy(at, depth, made),
            Content::Table => Kind::Table,
            Content::Tables => Kind::List,
        };
        Self::check_depth(depth, key.start)?;
        let first = made.len();
        made.push(Node { kind, ..key });
        match content {
            Content::Tables => {
                for &child in children {
                    self.write(child, depth + 1, made)?;
                }
            }
            _ => self.write_fields(branch, depth, made)?,
        }
        made[first].size = (made.len() - first) as u32;
        Ok(())
    }

    /// Copies a value that stands in the text.
    fn copy(&self, at: usize, depth: usize, made: &mut Vec<Node>) -> Arranged<()> {
        let node = self.tape.nodes[at];
        if !matches!(node.kind, Kind::List | Kind::Table) {
            made.push(node);
            return Ok(());
        }
        Self::check_depth(depth, node.start)?;
        let (first, end) = (made.len(), at + node.size as usize);
        made.push(node);
        let mut next = at + 1;
        if node.kind == Kind::Table {
            let mut inner = Self::new(self.tape, self.text);
            while next < end {
                inner.add(ROOT, next)?;
                next += self.tape.nodes[next].size as usize;
            }
            inner.write_fields(ROOT, depth, made)?;
        } else {
            while next < end {
                self.copy(next, depth + 1, made)?;
                let inner = self.tape.nodes[next];
                let is_many = matches!(inner.kind, Kind::List | Kind::Table);
                next += if is_many { inner.size as usize } else { 1 };
            }
        }
        made[first].size = (made.len() - first) as u32;
        Ok(())
    }
}

fn is_key(node: Option<&Node>) -> bool {
    node.is_some_and(|node| matches!(node.kind, Kind::Key | Kind::QuotedKey | Kind::EscapedKey))
}
