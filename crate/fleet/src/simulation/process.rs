//! The processes on servers: each calls its fleet and the broker or registrar.

use crate::ServerId;
use crate::broker::AllocatorIndex;
use matchday_base::{MatchId, SimTime, Window};

/// State of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doing {
    /// No process.
    Nothing,
    /// It boots.
    Booting,
    /// It waits for its fleet to allocate it, or is registered.
    Idle,
    /// It is allocated, and asks for a match until then. It repeats EndMatch for the match that it has ended.
    Asking {
        /// When it goes back to its fleet.
        until: SimTime,
        /// Its last match.
        ended: Option<MatchId>,
    },
    /// It loads its match.
    Loading(MatchId),
    /// It plays its match.
    Playing(MatchId),
    /// It plays its match, and will never end it.
    Hanging(MatchId),
    /// It has a match and sends nothing more.
    Mute,
}

/// A process, and its name for the broker or registrar.
#[derive(Clone, Copy, Debug)]
struct Process {
    doing: Doing,
    /// Increases with every step: events of earlier steps are void.
    turn: u32,
    name: Option<ServerId>,
    allocator: AllocatorIndex,
    /// Matches played since it booted.
    played: u32,
}

impl Process {
    const NONE: Process =
        Process { doing: Doing::Nothing, turn: 0, name: None, allocator: AllocatorIndex(0), played: 0 };
}

/// The processes, by the id of their server in its fleet.
#[derive(Clone, Debug, Default)]
pub struct Processes {
    processes: Vec<Process>,
    /// The server of each name that a process has now.
    named: Window<ServerId, ServerId>,
    /// Names given so far. Names are not reused.
    names: u32,
}

impl Processes {
    /// State of a server's process.
    pub fn doing(&self, server: ServerId) -> Doing {
        self.get(server).doing
    }

    /// Advances the step of a process.
    pub fn turn(&self, server: ServerId) -> u32 {
        self.get(server).turn
    }

    /// Whether the process has made no step since.
    pub fn is_at(&self, server: ServerId, turn: u32) -> bool {
        self.turn(server) == turn
    }

    /// Changes the state of a process.
    pub fn go_on(&mut self, server: ServerId, doing: Doing) {
        let index = server.0 as usize;
        if index >= self.processes.len() {
            self.processes.resize(index + 1, Process::NONE);
        }
        let process = &mut self.processes[index];
        (process.doing, process.turn) = (doing, process.turn.wrapping_add(1));
        if matches!(doing, Doing::Nothing | Doing::Idle) {
            process.name.take().and_then(|name| self.named.remove(name));
        }
        if doing == Doing::Booting {
            process.played = 0;
        }
    }

    /// Counts a match that a process has played; returns their number.
    pub fn add_played(&mut self, server: ServerId) -> u32 {
        let Some(process) = self.processes.get_mut(server.0 as usize) else { return 0 };
        process.played += 1;
        process.played
    }

    /// Gives the process of a server a new name.
    pub fn rename(&mut self, server: ServerId) -> ServerId {
        let name = ServerId(self.names);
        self.names += 1;
        if let Some(process) = self.processes.get_mut(server.0 as usize) {
            process.name.replace(name).and_then(|old| self.named.remove(old));
            self.named.insert(name, server);
        }
        name
    }

    /// Stores the allocator that took a server from its fleet.
    pub fn allocated_by(&mut self, server: ServerId, allocator: AllocatorIndex) {
        if let Some(process) = self.processes.get_mut(server.0 as usize) {
            process.allocator = allocator;
        }
    }

    /// The allocator that last took a server from its fleet.
    pub fn allocator(&self, server: ServerId) -> AllocatorIndex {
        self.get(server).allocator
    }

    /// The names of the servers taken by allocators, with their allocators.
    pub fn allocated(&self) -> Vec<(ServerId, AllocatorIndex)> {
        let taken = |process: &Process| !matches!(process.doing, Doing::Nothing | Doing::Booting | Doing::Idle);
        let processes = self.processes.iter().filter(|process| taken(process));
        processes.filter_map(|process| Some((process.name?, process.allocator))).collect()
    }

    /// The name of a server's process; `None` if it has none.
    pub fn name(&self, server: ServerId) -> Option<ServerId> {
        self.get(server).name
    }

    /// The server whose process has this name now.
    pub fn named(&self, name: ServerId) -> Option<ServerId> {
        self.named.get(name).copied()
    }

    /// The state of every process.
    pub fn iter(&self) -> impl Iterator<Item = (ServerId, Doing)> {
        (0..).map(ServerId).zip(self.processes.iter().map(|process| process.doing))
    }

    fn get(&self, server: ServerId) -> Process {
        self.processes.get(server.0 as usize).copied().unwrap_or(Process::NONE)
    }
}
