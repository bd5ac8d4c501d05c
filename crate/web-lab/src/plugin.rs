//! Plug-ins: modules that the browser runs beside this one.

use js_sys::{Array, Error as JsError, Uint8Array};
use matchday_plugin::host::LIMITS;
use matchday_plugin::{Config, Host, Instance, Moment, WasmPlugin};
use matchday_scenario::Params;
use matchday_sim::World as SimWorld;
use matchday_sim::policy::Plugin;
use matchday_web_common::error::Result;
use matchday_web_day::world::World;
use send_wrapper::SendWrapper;
use serde::Serialize;
use std::cell::RefCell;
use std::sync::Arc;
use tsify::Tsify;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen]
extern "C" {
    /// A compiled module of a plug-in: `www/worker/plugin-module.js`.
    #[derive(Debug)]
    pub type PluginModule;

    /// Whether it exports this function.
    #[wasm_bindgen(method)]
    fn has(this: &PluginModule, function: &str) -> bool;

    /// A fresh instance; `config`: pairs of a name and a text. Throws an `Error` with the reason why there is none.
    #[wasm_bindgen(method, catch)]
    fn instance(this: &PluginModule, config: Array) -> std::result::Result<PluginInstance, JsValue>;

    /// An instance of a plug-in.
    #[derive(Debug)]
    pub type PluginInstance;

    /// Calls a function. Throws an `Error` with the reason why there is no answer.
    #[wasm_bindgen(method, catch)]
    fn call(
        this: &PluginInstance,
        function: &str,
        input: &[u8],
        now_s: u32,
        key: u64,
    ) -> std::result::Result<Uint8Array, JsValue>;
}

/// The browser's Wasm runtime. A worker has one thread, and its values stay there.
#[derive(Debug)]
struct Browser(SendWrapper<PluginModule>);

#[derive(Debug)]
struct InBrowser(SendWrapper<PluginInstance>);

impl Host for Browser {
    type Instance = InBrowser;

    fn has(&self, function: &str) -> bool {
        self.0.has(function)
    }

    fn instance(&self, config: &Config) -> std::result::Result<InBrowser, String> {
        let pairs = config.iter().map(|(name, text)| Array::of2(&name.into(), &text.into()));
        let instance = self.0.instance(pairs.collect()).map_err(|thrown| words(&thrown))?;
        Ok(InBrowser(SendWrapper::new(instance)))
    }
}

impl Instance for InBrowser {
    fn call(
        &mut self,
        moment: Moment,
        function: &str,
        input: &[u8],
        output: &mut Vec<u8>,
    ) -> std::result::Result<(), String> {
        let answer = self.0.call(function, input, moment.now_s, moment.key).map_err(|thrown| words(&thrown))?;
        output.clear();
        output.resize(answer.length() as usize, 0);
        answer.copy_to(output);
        Ok(())
    }
}

/// What was thrown, in words.
fn words(thrown: &JsValue) -> String {
    thrown.dyn_ref::<JsError>().map_or_else(|| "it failed".to_owned(), |error| error.message().into())
}

/// What an instance of a plug-in may take from the machine.
#[derive(Serialize, Tsify)]
pub struct PluginLimits {
    /// Memories.
    pub memories: u32,
    /// Bytes of a memory.
    pub memory_bytes: u32,
    /// Tables.
    pub tables: u32,
    /// Elements of a table.
    pub elements: u32,
}

/// The limits that the page sets for modules before they run: a browser has no others.
pub(crate) fn plugin_limits() -> PluginLimits {
    let matchday_plugin::host::Limits { memories, memory_bytes, tables, elements } = LIMITS;
    PluginLimits { memories, memory_bytes, tables, elements }
}

thread_local! {
    static PLUGGED: RefCell<Option<Arc<dyn Plugin>>> = const { RefCell::new(None) };
}

/// Sets the plug-in of the days that begin after this; none if it is undefined.
#[wasm_bindgen]
pub fn plug(module: Option<PluginModule>) {
    let plugin = module.map(|module| Arc::new(WasmPlugin::new(Browser(SendWrapper::new(module)))) as Arc<dyn Plugin>);
    PLUGGED.set(plugin);
}

/// The world of a day, with the plug-in.
pub(crate) fn world_of(world: &World, params: &Params) -> Result<Arc<SimWorld>> {
    let mut world = SimWorld::new(&world.data().dataset, params)?;
    world.plugin = PLUGGED.with_borrow(Clone::clone);
    Ok(Arc::new(world))
}
