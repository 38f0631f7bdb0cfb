/**
 * Development only; must run before React. Every remote has its own refresh runtime, which starts later than React and
 * looks for React's renderers in this hook. Without them an edit in a remote arrives but is not rendered.
 */
interface DevToolsHook {
  readonly renderers: Map<number, unknown>
  inject(renderer: unknown): number
}

const key = '__REACT_DEVTOOLS_GLOBAL_HOOK__'
const hook = findHook() ?? createHook()
const inject = hook.inject.bind(hook)
hook.inject = (renderer) => {
  const id = inject(renderer)
  hook.renderers.set(id, renderer)
  // React renders a failed error boundary again after an edit only if there was a handler when it failed. The refresh
  // runtime sets its own with the first edit, too late for a page that fails when it is opened.
  if (isRefreshable(renderer)) renderer.setRefreshHandler(() => {})
  return id
}

/** That of the refresh runtime in the shell, or of React's own tools in the browser. */
function findHook(): DevToolsHook | null {
  const found: unknown = Reflect.get(globalThis, key)
  return isHook(found) ? found : null
}

/** What React and the refresh runtimes expect of a hook. */
function createHook(): DevToolsHook {
  const renderers = new Map<number, unknown>()
  const ignore = () => {}
  const created = {
    renderers,
    supportsFiber: true,
    inject: () => renderers.size + 1,
    onScheduleFiberRoot: ignore,
    onCommitFiberRoot: ignore,
    onCommitFiberUnmount: ignore,
  }
  Reflect.set(globalThis, key, created)
  return created
}

function isHook(value: unknown): value is DevToolsHook {
  return typeof value === 'object' && value !== null && 'renderers' in value && 'inject' in value
}

function isRefreshable(value: unknown): value is { setRefreshHandler(getFamily: () => undefined): void } {
  return typeof value === 'object' && value !== null && 'setRefreshHandler' in value
}
