import * as v from 'valibot'

// Lighthouse's own fault, known since its issue 2394: the browser sometimes hands over a trace without its beginning.
const lostTraces = ['NO_NAVSTART', 'NO_TRACING_STARTED', 'NO_RESOURCE_REQUEST', 'NO_DCL']

const FailedSchema = v.object({ runtimeError: v.object({ code: v.string(), message: v.string() }) })

const Score = v.object({ score: v.number() })

/** The part of a report that counts here. A category that could not be judged has no score and is refused. */
const ReportSchema = v.object({
  categories: v.object({
    performance: Score,
    accessibility: Score,
    'best-practices': Score,
    seo: Score,
  }),
  audits: v.record(
    v.string(),
    v.object({ title: v.string(), score: v.nullable(v.number()), numericValue: v.optional(v.number()) }),
  ),
})

/** What Lighthouse says of one page view: scores from 0 to 100. */
export interface Audit {
  readonly performance: number
  readonly accessibility: number
  readonly bestPractices: number
  readonly seo: number
  readonly layoutShift: number
  readonly blockingMs: number
  /** Titles of what is not perfect. */
  readonly faults: readonly string[]
}

/** Reads Lighthouse's own report; null: it has lost its recording of the visit. Throws where it could not judge the page. */
export function parseReport(json: string): Audit | null {
  const report: unknown = JSON.parse(json)
  const failed = v.safeParse(FailedSchema, report)
  if (failed.success) {
    const { code, message } = failed.output.runtimeError
    if (lostTraces.includes(code)) return null
    throw new Error(`Lighthouse could not judge the page: ${code}: ${message}`)
  }
  const { categories, audits } = v.parse(ReportSchema, report)
  const measure = (name: string) => {
    const value = audits[name]?.numericValue
    if (value === undefined) throw new Error(`The report of Lighthouse has no ${name}.`)
    return value
  }
  const points = ({ score }: v.InferOutput<typeof Score>) => Math.round(score * 100)
  return {
    performance: points(categories.performance),
    accessibility: points(categories.accessibility),
    bestPractices: points(categories['best-practices']),
    seo: points(categories.seo),
    layoutShift: measure('cumulative-layout-shift'),
    blockingMs: measure('total-blocking-time'),
    faults: Object.values(audits)
      .filter(({ score }) => score !== null && score < 1)
      .map(({ title }) => title),
  }
}
