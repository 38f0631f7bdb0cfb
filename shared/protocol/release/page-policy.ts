import type { RemoteOrigins } from '@portico/kit/contract/origins.ts'

/** Sources by directive. */
type Sources = Readonly<Record<string, readonly string[]>>

/** A Content-Security-Policy that allows these sources as well. */
export function allowSources(policy: string, sources: Sources): string {
  const directives = policy.split('; ').map((text) => ({ name: text.split(' ', 1)[0] ?? '', text }))
  const others = Object.keys(sources).filter((name) => directives.every((known) => known.name !== name))
  return [...directives, ...others.map((name) => ({ name, text: name }))]
    .map(({ name, text }) => [text, ...(sources[name] ?? [])].join(' '))
    .filter((text) => !others.includes(text)) // nothing to allow
    .join('; ')
}

/** What a policy allows so that pages can use these origins. */
export function toSources({ connect = [], image = [], media = [], frame = [], run = [] }: RemoteOrigins) {
  return {
    'connect-src': connect,
    'img-src': image,
    'media-src': media,
    'frame-src': frame,
    'script-src': run.map((kind) => `'${kind}-unsafe-eval'`),
  } as const
}

/** The origins of several releases together. */
export function mergeOrigins(origins: readonly RemoteOrigins[]): Required<RemoteOrigins> {
  const merge = (use: keyof RemoteOrigins) => [...new Set(origins.flatMap((list) => list[use] ?? []))]
  return {
    connect: merge('connect'),
    image: merge('image'),
    media: merge('media'),
    frame: merge('frame'),
    run: merge('run'),
  }
}
