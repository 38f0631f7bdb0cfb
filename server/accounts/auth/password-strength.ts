import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { Problem } from '../../http/problems/errors.ts'

// The limits allow 100 sign-ins a day and account: a million guesses take 27 years. Score 2 means more than that.
const minScore = 2

// Estimating this many characters takes milliseconds; more characters can't make a strong password weak.
const maxLength = 32
const maxSubstitutions = 30

/**
 * Throws `invalid-request` if a password can be guessed easily: if it is common, a pattern, or close to what `about` says
 * about the account, such as its username and email address.
 */
export async function requireStrongPassword(
  password: string,
  { field, about }: { readonly field: string; readonly about: readonly string[] },
): Promise<void> {
  const estimator = await getEstimator()
  const { score, feedback } = estimator.check(password, about.flatMap(getVariants))
  if (score >= minScore) return
  const isPersonal = feedback.warning === 'userInputs'
  throw new Problem('invalid-request', {
    fields: {
      [field]: isPersonal
        ? 'This is too close to your username or email. Choose another one.'
        : 'This password is too easy to guess. Choose another one.',
    },
  })
}

const separators = /[^\p{L}\p{N}]+/u
const minPart = 3

/** `ada.l@example.com` is also `ada.l`, `example.com`, `adalexamplecom`, `ada` and `example`. */
function getVariants(text: string): string[] {
  const parts = text.split(separators)
  return [text, ...text.split('@'), parts.join(''), ...parts].filter(({ length }) => length >= minPart)
}

let loading: Promise<ZxcvbnFactory> | undefined

// With the first password: the dictionaries take 0.1 s and 25 MB.
function getEstimator(): Promise<ZxcvbnFactory> {
  loading ??= load()
  return loading
}

async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({
    dictionary,
    graphs: adjacencyGraphs,
    maxLength,
    l33tMaxSubstitutions: maxSubstitutions,
  })
}
