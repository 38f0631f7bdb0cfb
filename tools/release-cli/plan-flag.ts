import { type PlanName, planNames } from '@portico/shared/rollout/rollout-record.ts'
import { UsageError } from './command.ts'
import { suggest } from './suggest.ts'

/** The plan that `--plan` names. Throws a UsageError that lists the plans. */
export function parsePlan(text: string | undefined): PlanName {
  const plan = planNames.find((name) => name === text)
  if (plan !== undefined) return plan
  const got = text === undefined ? '' : `, got "${text}"`
  throw new UsageError(
    `--plan must be one of ${planNames.join(', ')}${got}.${text === undefined ? '' : suggest(text, planNames)}`,
  )
}
