import circleIcon from '@lucide/icons/icons/circle'
import circleCheckIcon from '@lucide/icons/icons/circle-check'
import circlePauseIcon from '@lucide/icons/icons/circle-pause'
import circlePlayIcon from '@lucide/icons/icons/circle-play'
import circleQuestionMarkIcon from '@lucide/icons/icons/circle-question-mark'
import triangleAlertIcon from '@lucide/icons/icons/triangle-alert'
import { Icon } from '@portico/kit/ui/icon.tsx'
import type { ReactNode } from 'react'
import styles from './status.module.css'

/** `bad` needs attention now; `held` waits for a decision. */
export type Tone = 'good' | 'bad' | 'held' | 'active' | 'unknown' | 'neutral'

const icons = {
  good: circleCheckIcon,
  bad: triangleAlertIcon,
  held: circlePauseIcon,
  active: circlePlayIcon,
  unknown: circleQuestionMarkIcon,
  neutral: circleIcon,
}

interface StatusProps {
  readonly tone: Tone
  /** A word or two. */
  readonly children: ReactNode
}

/** A state as a word with an icon; the colour only repeats them. */
export function Status({ tone, children }: StatusProps) {
  return (
    <span className={styles[tone]}>
      <Icon icon={icons[tone]} /> {children}
    </span>
  )
}
