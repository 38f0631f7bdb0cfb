import { findProgram, installPackages } from './system-packages.ts'

/** A language of the code samples that few machines have. */
interface Language {
  readonly name: string
  readonly program: string
  /** The Debian package; null: Debian has none. */
  readonly systemPackage: string | null
  /** What to install elsewhere. */
  readonly install: string
}

const languages: readonly Language[] = [
  { name: 'PHP', program: 'php', systemPackage: 'php-cli', install: 'php-cli (the name in Debian)' },
  { name: 'Go', program: 'go', systemPackage: 'golang-go', install: 'golang-go (the name in Debian)' },
  {
    name: 'Java',
    program: 'java',
    systemPackage: 'default-jdk-headless',
    install: 'default-jdk-headless (the name in Debian)',
  },
  { name: 'Ruby', program: 'ruby', systemPackage: 'ruby', install: 'ruby (the name in Debian)' },
  {
    name: 'C#',
    program: 'dotnet',
    systemPackage: null,
    install: 'the .NET 10 SDK (https://dotnet.microsoft.com/download)',
  },
]

/**
 * Looks for the languages that run the code samples, and on Debian installs the missing ones. Says which is still missing
 * and what to install; its samples are then skipped.
 */
export async function findLanguages(): Promise<void> {
  for (const { name, program, systemPackage, install } of languages) {
    if (findProgram([program]) !== null) continue
    if (systemPackage !== null) await installPackages([[systemPackage]])
    if (findProgram([program]) === null)
      console.warn(`The samples in ${name} are skipped: no ${program} in PATH. Install ${install}.`)
  }
}
