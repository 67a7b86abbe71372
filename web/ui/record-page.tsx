import { type ReactNode, useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import textClasses from '#web/ui/text.module.css'
import { CopyValueButton } from './copyable-value.tsx'
import { scrollToSection } from './jump-to-section.ts'
import { RecordNavigation } from './list/record-trail.tsx'
import classes from './record-page.module.css'

/** A part of a record's page that has an address: the element with this id. */
type RecordSection = { id: string; name: string; count?: number | undefined }

type Props = {
  title: string
  /** A number or reference that the title names: it copies from there, and needs no second place. */
  identifier?: string
  /** One line of key facts under the title. */
  context?: ReactNode
  /** How the record stands, beside the title. */
  badges?: ReactNode
  /** What can be done with it, in one place. */
  actions?: ReactNode
  /** Under the head, over the whole width: verdict, messages, figures. */
  lead?: ReactNode
  /** Parts to jump to, in the order of the page; none where it is short. */
  sections?: readonly RecordSection[]
  /** Facts, in a column beside the rest where there is room. */
  side?: ReactNode
  /** What needs the whole width, above the column of facts. */
  wide?: ReactNode
  /** What was done to it: last of all, so that nothing moves when it comes; beside the column of facts where there is room. */
  history?: ReactNode
  children?: ReactNode
}

const SectionLinks = ({ sections }: { sections: readonly RecordSection[] }) => {
  const { t } = useTranslation('common')
  const format = useFormatters()
  const { hash, search } = useLocation()
  // An address that names a part opens there: the page was not yet drawn when the router looked for it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, where one comes from elsewhere
  useEffect(() => {
    if (sections.some(({ id }) => hash === `#${id}`)) scrollToSection(hash.slice(1))
  }, [])
  return (
    <nav className={classes.sections} aria-label={t('recordSections')}>
      {sections.map(({ id, name, count }) => (
        <Link
          key={id}
          to={{ search, hash: id }}
          replace
          preventScrollReset
          className={classes.section}
          aria-current={hash === `#${id}` ? 'location' : undefined}
          onClick={() => scrollToSection(id)}
        >
          {name}
          {count !== undefined && <span className={textClasses.count}>{format.number(count)}</span>}
        </Link>
      ))}
    </nav>
  )
}

/** The page of one record: a head that stays, its figures, the way to each part, and its facts beside the rest. */
export const RecordPage = ({
  title,
  identifier,
  context,
  badges,
  actions,
  lead,
  sections = [],
  side,
  wide,
  history,
  children,
}: Props) => (
  <div className={classes.record}>
    <header className={classes.head}>
      <title>{`${title} · Atalaya`}</title>
      <div className={classes.words}>
        <div className={classes.titleLine}>
          <h1 className={classes.title}>{title}</h1>
          {identifier && <CopyValueButton value={identifier} />}
          {badges}
        </div>
        {context && <div className={classes.context}>{context}</div>}
      </div>
      <div className={classes.actions}>
        {actions}
        <RecordNavigation />
      </div>
    </header>
    {lead}
    {sections.length > 1 && <SectionLinks sections={sections} />}
    {wide}
    <div className={classes.body} data-side={side !== undefined || undefined}>
      <div className={classes.main}>{children}</div>
      {side && <div className={classes.side}>{side}</div>}
      {history}
    </div>
  </div>
)
