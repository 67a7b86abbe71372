import type { ReactNode } from 'react'
import layoutClasses from '#web/ui/layout.module.css'
import classes from './record-cards.module.css'

type Props = {
  title: string
  /** By which links lead to it. */
  id?: string
  facts: readonly (readonly [label: string, value: ReactNode])[]
  children?: ReactNode
}

/** A card of labelled values; what isn't known is –. */
export const FactCard = ({ title, id, facts, children }: Props) => (
  <section className={classes.card} id={id} tabIndex={id ? -1 : undefined}>
    <h2 className={classes.cardTitle}>{title}</h2>
    <dl className={classes.facts}>
      {facts.map(([label, value], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two facts may have the same label, and none ever moves
        <div key={at}>
          <dt>{label}</dt>
          <dd>{value || '–'}</dd>
        </div>
      ))}
    </dl>
    {children}
  </section>
)

/** The figures of a record, largest of all on its page. */
export const FigureTiles = ({ tiles }: { tiles: readonly (readonly [label: string, figure: ReactNode])[] }) => (
  <dl className={classes.tiles}>
    {tiles.map(([label, figure]) => (
      <div key={label} className={classes.tile}>
        <dt>{label}</dt>
        <dd>{figure}</dd>
      </div>
    ))}
  </dl>
)

/** The shape of a record's page while it is on its way, so that nothing jumps when it comes. */
export const RecordSkeleton = ({ label, tiles }: { label: string; tiles: number }) => (
  <div className={layoutClasses.stack} role="status" aria-label={label}>
    <div className={classes.headSkeleton} />
    <div className={classes.tiles}>
      {Array.from({ length: tiles }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have nothing else to be told apart by
        <div key={at} className={classes.tile} />
      ))}
    </div>
    <div className={classes.cardSkeleton} />
  </div>
)

/** Cards of facts, two beside each other where there is room. */
export const CardGrid = ({ children }: { children: ReactNode }) => <div className={classes.cards}>{children}</div>
