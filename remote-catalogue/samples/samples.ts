import { cSharp } from './csharp.ts'
import { curl, shellLoop } from './curl.ts'
import { curlForCmd } from './curl-cmd.ts'
import { go } from './go.ts'
import { java } from './java.ts'
import { javaScript, typeScript } from './javascript.ts'
import { php } from './php.ts'
import { powerShell } from './powershell.ts'
import { python } from './python.ts'
import { ruby } from './ruby.ts'
import type { SampleInput } from './sample-input.ts'
import { whatsAppBot } from './whatsapp-bot.ts'

/** A language in which a request is shown. */
export interface SampleLanguage {
  readonly id: string
  /** The tab's label. */
  readonly name: string
  /** Where it runs, if that isn't obvious. */
  readonly note?: string
  /** The complete sample, which reads the key from `API_KEY`; null if the request can't be written in it. */
  readonly render: (input: SampleInput) => string | null
}

const posix = 'For the shell of Linux, macOS or Git Bash.'

/** Every language, in display order. */
export const sampleLanguages: readonly SampleLanguage[] = [
  { id: 'curl', name: 'curl', note: `${posix} Needs curl 7.76 or later.`, render: curl },
  { id: 'curl-cmd', name: 'curl (cmd)', note: 'For the Windows command prompt.', render: curlForCmd },
  { id: 'powershell', name: 'PowerShell', note: 'For PowerShell 5.1 or later.', render: powerShell },
  { id: 'javascript', name: 'JavaScript', render: javaScript },
  { id: 'typescript', name: 'TypeScript', render: typeScript },
  { id: 'python', name: 'Python', render: python },
  { id: 'php', name: 'PHP', render: php },
  { id: 'go', name: 'Go', render: go },
  { id: 'java', name: 'Java', render: java },
  { id: 'csharp', name: 'C#', render: cSharp },
  { id: 'ruby', name: 'Ruby', render: ruby },
  { id: 'whatsapp-bot', name: 'WhatsApp bot', render: whatsAppBot },
  { id: 'shell-loop', name: 'Shell loop', note: posix, render: shellLoop },
]
