//! The development server. It serves only `www/` and, under `/data/`, the data set, and only to this machine. It answers
//! as soon as the first view is built; requests for parts that are still being built wait for them.

use std::fs;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use oxhttp::model::{Body, Method, Request, Response, StatusCode};

use crate::build::{self, Profile};
use crate::error::{Error, Result, at};
use crate::guide;
use crate::setup::Tools;
use crate::slim;

const DEFAULT_PORT: u16 = 8080;
/// The number of ports tried after the wanted one.
const PORT_TRIES: u16 = 20;
const WATCH_INTERVAL: Duration = Duration::from_millis(400);
/// Time between two looks whether a part that a request waits for is built.
const WAIT_INTERVAL: Duration = Duration::from_millis(100);
/// The sources of the modules and the guide, besides the tools.
const WATCHED: [&str; 5] = ["Cargo.toml", "Cargo.lock", "crate", "data", "www/guide"];
/// Allows only our own files, and no inline script or style.
pub const CONTENT_SECURITY_POLICY: [&str; 10] = [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
];

/// The arguments of `cargo xtask serve`.
#[derive(Debug, PartialEq, Eq)]
pub struct Options {
    port: u16,
    profile: Profile,
    watch: bool,
}

impl Options {
    /// Reads `[--port N] [--dev] [--no-watch]`.
    pub fn parse(args: &[String]) -> Result<Self> {
        let mut options = Self { port: DEFAULT_PORT, profile: Profile::Release, watch: true };
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--port" => {
                    let port = args.next().and_then(|port| port.parse().ok());
                    options.port = port.ok_or_else(|| Error::Usage("--port takes 0 to 65535".to_owned()))?;
                }
                "--dev" => options.profile = Profile::Dev,
                "--no-watch" => options.watch = false,
                other => return Err(Error::Usage(format!("unexpected '{other}'"))),
            }
        }
        Ok(options)
    }
}

/// Builds, serves until interrupted, and builds again when a source changes.
pub fn serve(tools: &Tools, options: &Options) -> Result<()> {
    let mut sources = Snapshot::take(tools.root())?;
    let server = Server::new(tools.root(), build::PARTS.to_vec());
    let mut serves = false;
    let built = build::build_in_steps(tools, options.profile, |part| {
        server.take_from_missing(part);
        if part == build::PARTS[0] {
            println!("Serving Matchday at {}  (Ctrl+C stops)", server.start(options.port)?);
            serves = true;
        }
        Ok(())
    });
    build::PARTS.into_iter().for_each(|part| server.take_from_missing(part));
    match built {
        Ok(()) => println!("All parts of the page are built."),
        Err(error) if serves => eprintln!("error: {error}; serving the parts that are built"),
        Err(error) => return Err(error),
    }
    loop {
        thread::sleep(WATCH_INTERVAL);
        if !options.watch {
            continue;
        }
        let now = Snapshot::take(tools.root())?;
        if now != sources {
            sources = now;
            rebuild(tools, options.profile);
        }
    }
}

fn rebuild(tools: &Tools, profile: Profile) {
    println!("A source changed: building.");
    let start = Instant::now();
    match build::build(tools, profile) {
        Ok(()) => println!("Built in {:.1} s: reload the page.", start.elapsed().as_secs_f64()),
        Err(error) => eprintln!("error: {error}; still serving the last good build"),
    }
}

/// Serves the page as it is built already, and returns the address, such as `http://127.0.0.1:8080/`.
pub fn start(root: &Path) -> Result<String> {
    Server::new(root, Vec::new()).start(0)
}

/// What answers requests.
#[derive(Clone)]
struct Server {
    root: PathBuf,
    /// The folders of parts that are still being built. What an earlier build left there may not fit the parts of this one.
    missing: Arc<Mutex<Vec<&'static str>>>,
}

impl Server {
    fn new(root: &Path, missing: Vec<&'static str>) -> Self {
        Self { root: root.to_owned(), missing: Arc::new(Mutex::new(missing)) }
    }

    /// Starts answering in the background, until the process ends, and returns the address. Port 0 means any free one.
    fn start(&self, port: u16) -> Result<String> {
        let address = free_address(port)?;
        let server = self.clone();
        oxhttp::Server::new(move |request| server.answer(request)).bind(address).spawn().map_err(at(&self.root))?;
        Ok(format!("http://{address}/"))
    }

    fn take_from_missing(&self, part: &str) {
        self.missing.lock().unwrap_or_else(PoisonError::into_inner).retain(|missing| *missing != part);
    }

    fn is_missing(&self, is_it: impl Fn(&str) -> bool) -> bool {
        self.missing.lock().unwrap_or_else(PoisonError::into_inner).iter().any(|part| is_it(part))
    }

    fn answer(&self, request: &Request<Body>) -> Response<Body> {
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return refusal(StatusCode::METHOD_NOT_ALLOWED);
        }
        let Some(file) = resolve(request.uri().path()) else { return refusal(StatusCode::NOT_FOUND) };
        let mut builder = Response::builder();
        if self.is_missing(|_| true) {
            // The page tells its reader by this what a part that comes late waits for.
            builder = builder.header("Server-Timing", "building");
        }
        while self.is_missing(|part| file.starts_with(part)) {
            thread::sleep(WAIT_INTERVAL);
        }
        let Ok(content) = fs::read(self.root.join(&file)) else { return refusal(StatusCode::NOT_FOUND) };
        builder = headers(&file).into_iter().fold(builder, |builder, (name, value)| builder.header(name, value));
        let body = Body::from(slim::as_sent(&file, content));
        builder.body(body).unwrap_or_else(|_| refusal(StatusCode::INTERNAL_SERVER_ERROR))
    }
}

fn free_address(first: u16) -> Result<SocketAddr> {
    let last = first.saturating_add(PORT_TRIES);
    (first..=last)
        .find_map(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, port)).ok()?.local_addr().ok())
        .ok_or(Error::NoPort { first, last })
}

fn refusal(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body::from(status.to_string()));
    *response.status_mut() = status;
    response
}

/// The file, relative to the project, that the path of a request names; of a folder its `index.html`. Only plain
/// names pass: no `..`, no
/// hidden files, nothing percent-encoded.
fn resolve(path: &str) -> Option<PathBuf> {
    let path = path.strip_prefix('/')?;
    let mut file = PathBuf::from(if path.starts_with("data/") { "" } else { "www" });
    let index = if path.is_empty() || path.ends_with('/') { "index.html" } else { "" };
    let path = format!("{path}{index}");
    for part in path.split('/') {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
        if part.is_empty() || part.starts_with('.') || !part.chars().all(plain) {
            return None;
        }
        file.push(part);
    }
    Some(file)
}

fn headers(file: &Path) -> [(&'static str, String); 4] {
    [
        ("Content-Type", content_type(file).to_owned()),
        ("Content-Security-Policy", content_security_policy(file)),
        ("X-Content-Type-Options", "nosniff".to_owned()),
        ("Cache-Control", "no-cache".to_owned()),
    ]
}

fn content_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("wasm") => "application/wasm",
        Some("csv") => "text/csv; charset=utf-8",
        Some("png") => "image/png",
        Some("svg") => "image/svg+xml",
        Some("md" | "ts" | "txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// The policy of a file. Pages of other sites may frame `embed.html` only. All files have a policy, because a
/// worker uses the policy of its own response.
fn content_security_policy(file: &Path) -> String {
    let ancestors = if file == Path::new("www/embed.html") { "*" } else { "'self'" };
    format!("{}; frame-ancestors {ancestors}", CONTENT_SECURITY_POLICY.join("; "))
}

/// The time of the last change of the sources, and the number of files, which detects deleted files.
#[derive(Debug, PartialEq, Eq)]
struct Snapshot {
    newest: SystemTime,
    files: usize,
}

impl Snapshot {
    fn take(root: &Path) -> Result<Self> {
        let mut snapshot = Self { newest: SystemTime::UNIX_EPOCH, files: 0 };
        for name in WATCHED {
            snapshot.add(&root.join(name))?;
        }
        Ok(snapshot)
    }

    fn add(&mut self, path: &Path) -> Result<()> {
        let metadata = match fs::metadata(path) {
            // Removed since its folder was read, such as by an editor that saves. The next snapshot is
            // correct.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            metadata => metadata.map_err(at(path))?,
        };
        if metadata.is_dir() {
            for entry in fs::read_dir(path).map_err(at(path))? {
                self.add(&entry.map_err(at(path))?.path())?;
            }
        } else if !guide::is_generated(path) {
            self.files += 1;
            self.newest = self.newest.max(metadata.modified().map_err(at(path))?);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolved(url: &str) -> Option<String> {
        resolve(url).map(|path| path.to_string_lossy().into_owned())
    }

    #[test]
    fn a_part_that_is_being_built_is_sent_when_it_is_built_and_not_as_it_was_before() {
        let root = std::env::temp_dir().join(format!("matchday-serve-{}", std::process::id()));
        let [first, lab] = ["www/pkg/a.js", "www/pkg-lab/a.js"].map(|name| root.join(name));
        for file in [&first, &lab] {
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "before\n").unwrap();
        }
        let server = Server::new(&root, vec!["www/pkg-lab"]);
        let get = |url: &str| {
            let request = Request::builder().uri(format!("http://localhost{url}")).body(Body::empty()).unwrap();
            let response = server.answer(&request);
            let is_building = response.headers().contains_key("Server-Timing");
            (response.into_body().to_string().unwrap(), is_building)
        };
        assert_eq!(get("/pkg/a.js"), ("before\n".to_owned(), true));
        thread::scope(|scope| {
            let (sender, receiver) = std::sync::mpsc::channel();
            scope.spawn(move || sender.send(get("/pkg-lab/a.js").0));
            assert!(receiver.recv_timeout(WAIT_INTERVAL).is_err(), "it waits");
            fs::write(&lab, "now\n").unwrap();
            server.take_from_missing("www/pkg-lab");
            assert_eq!(receiver.recv().unwrap(), "now\n");
        });
        assert_eq!(get("/pkg-lab/a.js"), ("now\n".to_owned(), false));
        fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn urls_name_files_of_www_and_data() {
        assert_eq!(resolved("/").as_deref(), Some("www/index.html"));
        assert_eq!(resolved("/guide/").as_deref(), Some("www/guide/index.html"));
        assert_eq!(resolved("/pkg/matchday_web_bg.wasm").as_deref(), Some("www/pkg/matchday_web_bg.wasm"));
        assert_eq!(resolved("/data/manifest.json").as_deref(), Some("data/manifest.json"));
        assert_eq!(resolved("/data.js").as_deref(), Some("www/data.js"));
    }

    #[test]
    fn urls_do_not_leave_the_served_folders() {
        for url in [
            "",
            "index.html",
            "//etc/passwd",
            "/../Cargo.toml",
            "/data/../Cargo.toml",
            "/data/..",
            "/a/./b",
            "/%2e%2e/Cargo.toml",
            "/data/%2e%2e/Cargo.toml",
            "/..\\Cargo.toml",
            "/C:/x",
            "/pkg/.built-from",
            "/.git/config",
            "/data//manifest.json",
            "/data//",
            "/a\0b",
        ] {
            assert_eq!(resolved(url), None, "{url}");
        }
    }

    #[test]
    fn content_types_are_those_that_browsers_insist_on() {
        let of = |name: &str| content_type(Path::new(name));
        assert_eq!(of("www/pkg/a_bg.wasm"), "application/wasm");
        assert_eq!(of("www/main.js"), "text/javascript; charset=utf-8");
        assert_eq!(of("www/index.html"), "text/html; charset=utf-8");
        assert_eq!(of("data/latency_lima.bin"), "application/octet-stream");
        assert_eq!(of("LICENSE"), "application/octet-stream");
    }

    #[test]
    fn only_the_embed_may_be_framed_by_others() {
        let policy = |name: &str| content_security_policy(Path::new(name));
        assert!(policy("www/embed.html").ends_with("frame-ancestors *"));
        assert!(policy("www/index.html").ends_with("frame-ancestors 'self'"));
        assert!(policy("data/embed.html").ends_with("frame-ancestors 'self'"));
        assert!(!policy("www/index.html").contains("unsafe-inline"));
    }

    #[test]
    fn options_are_read() {
        let parse = |args: &[&str]| Options::parse(&args.iter().map(|&arg| arg.to_owned()).collect::<Vec<_>>());
        let options = parse(&["--port", "0", "--no-watch"]).unwrap();
        assert_eq!((options.port, options.watch), (0, false));
        assert_eq!(parse(&[]).unwrap().port, DEFAULT_PORT);
        for wrong in [&["--port"][..], &["--port", "65536"], &["--prot", "1"]] {
            assert!(matches!(parse(wrong), Err(Error::Usage(_))), "{wrong:?}");
        }
    }
}
