export type LoadPhase = 'entry' | 'module' | 'chunk' | 'style' | 'mount'

export type LoadReason =
  | 'network'
  | 'timeout'
  | 'init'
  | 'contract'
  | 'mount'
  | 'offline'
  | 'off'
  | 'isolated'

/** A remote, or a page of it, failed to load. A state of the site, not a crash. */
export class LoadFailure extends Error {
  override name = 'LoadFailure'
  readonly remote: string
  readonly phase: LoadPhase
  readonly reason: LoadReason

  constructor(remote: string, details: { phase: LoadPhase; reason: LoadReason; cause?: unknown }) {
    super(`${remote}: ${details.phase}: ${details.reason}`, { cause: details.cause })
    this.remote = remote
    this.phase = details.phase
    this.reason = details.reason
  }
}

/** Classifies a value thrown while `remote` was loading, in `phase`. */
export function toLoadFailure(
  remote: string,
  phase: LoadPhase,
  thrown: unknown,
  isOnline: boolean,
): LoadFailure {
  if (thrown instanceof LoadFailure) return thrown
  const text = thrown instanceof Error ? `${thrown.name} ${thrown.message}` : String(thrown)
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined
  const isStyle = code === 'CSS_CHUNK_LOAD_FAILED'
  const isNetwork = isStyle || /ScriptNetworkError|ChunkLoadError|Loading (?:CSS )?chunk/i.test(text)
  return new LoadFailure(remote, {
    phase: isStyle ? 'style' : isNetwork && phase === 'module' ? 'chunk' : phase,
    reason: isNetwork ? getNetworkReason(text, isOnline) : 'init',
    cause: thrown,
  })
}

// The federation runtime and the bundler's chunk loader may time out just before the site's own deadline.
function getNetworkReason(text: string, isOnline: boolean): LoadReason {
  if (/timed out|\(timeout:/.test(text)) return 'timeout'
  return isOnline ? 'network' : 'offline'
}
