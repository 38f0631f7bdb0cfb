import { type AnimationEvent, useEffect, useState } from 'react'
import styles from './preloader.module.css'

// Well above the fade of preloader.module.css: for a tab in the background, where animations do not run.
const longestStayMs = 1000

/** Covers the window at the first paint, fades out and is gone. */
export function Preloader() {
  const [isGone, setGone] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setGone(true), longestStayMs)
    return () => clearTimeout(timer)
  }, [])
  if (isGone) return null
  const leave = (event: AnimationEvent) => {
    // The drawing's own animation ends earlier and is told to its parents too.
    if (event.target === event.currentTarget) setGone(true)
  }
  return (
    <div className={styles.preloader} aria-hidden="true" onAnimationEnd={leave}>
      <span className={styles.mark} />
    </div>
  )
}
