import { findProgram, getConfiguredProgram, installPackages } from './system-packages.ts'

/** A browser other than Chromium, as the journeys in `e2e/engines` start it. */
interface EnginePrograms {
  readonly engine: string
  /** The variable that names the program that is started. */
  readonly variable: string
  readonly names: readonly string[]
  /** Other programs that it needs. */
  readonly requires: readonly string[]
  readonly packages: readonly string[]
}

const engines: readonly EnginePrograms[] = [
  {
    engine: 'Firefox',
    variable: 'FIREFOX_PATH',
    names: ['firefox-esr', 'firefox'],
    requires: [],
    packages: ['firefox-esr'],
  },
  {
    engine: 'WebKit',
    variable: 'WEBKIT_DRIVER_PATH',
    names: ['WebKitWebDriver'],
    requires: ['Xvfb'],
    packages: ['webkit2gtk-driver', 'xvfb'],
  },
]

/**
 * The variables that name the programs of Firefox and WebKit: configured, installed or, on Debian, installed now. Says
 * which engine is missing and what to install; its journeys are then skipped.
 */
export async function findEngines(): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const programs of engines) {
    const path = findEngine(programs) ?? (await installEngine(programs))
    if (path !== null) found[programs.variable] = path
    else console.warn(`The journeys in ${programs.engine} are skipped: ${describeMissing(programs)}`)
  }
  return found
}

function findEngine({ variable, names, requires }: EnginePrograms): string | null {
  const path = getConfiguredProgram(variable) ?? findProgram(names)
  return requires.every((name) => findProgram([name]) !== null) ? path : null
}

async function installEngine(programs: EnginePrograms): Promise<string | null> {
  await installPackages([programs.packages])
  return findEngine(programs)
}

function describeMissing({ names, requires, packages, variable }: EnginePrograms): string {
  const programs = [names.join(' or '), ...requires].join(' and ')
  return `no ${programs} in PATH. Install ${packages.join(' and ')} (the names in Debian), or set ${variable}.`
}
