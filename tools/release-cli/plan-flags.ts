import { type RolloutStep, RolloutStepsSchema } from '@portico/kit/contract/rollout-steps.ts'
import { getFlag, UsageError } from '@portico/protocol/command-line/command.ts'
import { type PlanName, planNames } from '@portico/protocol/rollout/rollout-record.ts'
import { suggest } from '@portico/protocol/suggest.ts'
import * as v from 'valibot'
import type { CommandContext } from './command.ts'

/** Flag of the commands that take own steps. */
export const stepsFlag = { steps: { type: 'string', shape: /^\d+(?:\.\d+)?:.*,/ } } as const

/** What help says about it. */
export const stepsNotes = [
  '--steps <list>   own steps, such as 5:30,50:60,100: percent of visitors and minutes; optionally loads',
  '                 and margin, as in 5:30:200:2. At most 10, the last for everyone; at least 10 minutes',
  '                 and 100 loads each, a margin of at most 3 points. The rest is as in the plan',
]

/** The plan and the own steps that flags name, if any. Throws a UsageError that says what is expected. */
export function getPlanFlags(context: CommandContext): { plan?: PlanName; steps?: readonly RolloutStep[] } {
  const plan = getFlag(context, 'plan') === undefined ? undefined : getPlanFlag(context)
  const steps = getStepsFlag(context)
  if (plan === 'now' && steps !== undefined)
    throw new UsageError('The plan `now` has no steps. Leave out --steps, or name another plan.')
  return { ...(plan !== undefined && { plan }), ...(steps !== undefined && { steps }) }
}

/** The plan that `--plan` names. Throws a UsageError that lists the plans. */
export function getPlanFlag(context: CommandContext, defaultPlan?: PlanName): PlanName {
  const text = getFlag(context, 'plan') ?? defaultPlan
  const plan = planNames.find((name) => name === text)
  if (plan !== undefined) return plan
  const got = text === undefined ? '.' : `, got "${text}".${suggest(text, planNames)}`
  throw new UsageError(`--plan must be one of ${planNames.join(', ')}${got}`)
}

/** The steps that `--steps` names; undefined: it isn't set. Throws a UsageError that names the first wrong step. */
export function getStepsFlag(context: CommandContext): readonly RolloutStep[] | undefined {
  const text = getFlag(context, 'steps')
  if (text === undefined) return undefined
  const parsed = v.safeParse(RolloutStepsSchema, text.split(',').map(parseStep))
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  const at = issue.path?.[0]?.key
  const where = typeof at === 'number' ? `, step ${at + 1} (${text.split(',')[at]})` : ''
  throw new UsageError(`--steps${where}: ${issue.message}. For example: --steps 5:30,50:60,100`)
}

function parseStep(text: string): object {
  const [percent, minutes, loads, margin] = text.trim().split(':').map(Number)
  return {
    percent,
    ...(minutes !== undefined && { minutes }),
    ...(loads !== undefined && { loads }),
    ...(margin !== undefined && { margin }),
  }
}
