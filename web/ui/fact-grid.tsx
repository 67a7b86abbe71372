import type { ReactNode } from 'react'
import classes from './fact-grid.module.css'

export type LabelledFact = readonly [label: string, value: ReactNode, width?: 'wide']

/** Labelled values beside each other, as many as there is room for; a text in full length takes a line of its own. What isn't known is –. */
export const FactGrid = ({ facts }: { facts: readonly LabelledFact[] }) => (
  <dl className={classes.facts}>
    {facts.map(([label, value, width]) => (
      <div key={label} data-width={width}>
        <dt>{label}</dt>
        <dd>{value || '–'}</dd>
      </div>
    ))}
  </dl>
)
