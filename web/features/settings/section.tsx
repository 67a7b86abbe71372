import { type ReactNode, useId } from 'react'
import type { Settings } from '#contract/settings.ts'
import classes from './settings.module.css'
import type { useSettings } from './use-settings.ts'

/** What a section needs that changes something. */
export type SectionProps = { settings: Settings; change: ReturnType<typeof useSettings>['change']; busy: boolean }

/** A heading, what it is about, and its fields. */
export const Section = ({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) => {
  const id = useId()
  return (
    <section className={classes.card} aria-labelledby={id}>
      <h2 id={id} className={classes.cardTitle}>
        {title}
      </h2>
      {lead && <p className={classes.lead}>{lead}</p>}
      {children}
    </section>
  )
}
