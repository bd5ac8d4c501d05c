//! Groups of players connected by shared matches.

/// Components of a graph that only grows: union by size, with path halving.
#[derive(Clone, Debug, Default)]
pub struct Components {
    parents: Vec<u32>,
    sizes: Vec<u32>,
    largest: u32,
}

impl Components {
    /// Removes all nodes.
    pub fn clear(&mut self) {
        self.parents.clear();
        self.sizes.clear();
        self.largest = 0;
    }

    /// Number of nodes.
    pub fn nodes(&self) -> u32 {
        self.parents.len() as u32
    }

    /// Nodes in the largest component.
    pub fn largest(&self) -> u32 {
        self.largest
    }

    /// Adds a node without links.
    pub fn add(&mut self) -> u32 {
        let node = self.parents.len() as u32;
        self.parents.push(node);
        self.sizes.push(1);
        self.largest = self.largest.max(1);
        node
    }

    /// Links two nodes.
    pub fn join(&mut self, a: u32, b: u32) {
        let [mut large, mut small] = [a, b].map(|node| self.root(node) as usize);
        if large == small {
            return;
        }
        if self.sizes[large] < self.sizes[small] {
            (large, small) = (small, large);
        }
        self.parents[small] = large as u32;
        self.sizes[large] += self.sizes[small];
        self.largest = self.largest.max(self.sizes[large]);
    }

    fn root(&mut self, mut node: u32) -> u32 {
        while self.parents[node as usize] != node {
            let above = self.parents[self.parents[node as usize] as usize];
            self.parents[node as usize] = above;
            node = above;
        }
        node
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_make_components() {
        let mut components = Components::default();
        let nodes: Vec<u32> = (0..7).map(|_| components.add()).collect();
        assert_eq!((nodes, components.largest), ((0..7).collect(), 1));
        let links = [(0, 1), (2, 3), (3, 2), (1, 1), (4, 5), (3, 0), (6, 4), (1, 2), (6, 0)];
        let largest = links.map(|(a, b)| {
            components.join(a, b);
            components.largest
        });
        assert_eq!(largest, [2, 2, 2, 2, 2, 4, 4, 4, 7]);
    }
}
