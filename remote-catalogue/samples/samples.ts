import { cSharp } from './csharp.ts'
import { curl, shellLoop } from './curl.ts'
import { go } from './go.ts'
import { java } from './java.ts'
import { javaScript, typeScript } from './javascript.ts'
import { php } from './php.ts'
import { python } from './python.ts'
import { ruby } from './ruby.ts'
import type { Subject } from './subject.ts'
import { whatsAppBot } from './whatsapp-bot.ts'

/** A kind of sample. */
export interface SampleKind {
  readonly id: string
  /** What the visitor chooses by. */
  readonly name: string
  /** The whole sample, ready to be copied; null where this kind makes no sense. It reads the key from `API_KEY`. */
  readonly write: (subject: Subject) => string | null
}

/** Every kind of sample, in the order in which they are offered. */
export const sampleKinds: readonly SampleKind[] = [
  { id: 'curl', name: 'curl', write: curl },
  { id: 'javascript', name: 'JavaScript', write: javaScript },
  { id: 'typescript', name: 'TypeScript', write: typeScript },
  { id: 'python', name: 'Python', write: python },
  { id: 'php', name: 'PHP', write: php },
  { id: 'go', name: 'Go', write: go },
  { id: 'java', name: 'Java', write: java },
  { id: 'csharp', name: 'C#', write: cSharp },
  { id: 'ruby', name: 'Ruby', write: ruby },
  { id: 'whatsapp-bot', name: 'WhatsApp bot', write: whatsAppBot },
  { id: 'shell-loop', name: 'Shell loop', write: shellLoop },
]
