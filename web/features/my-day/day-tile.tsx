import { UnstyledButton } from '@mantine/core'
import { IconArrowRight, IconPhone } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { DayRow, DayTile } from '#contract/my-day.ts'
import { formatPhone, useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useApprovalTexts } from '#web/domain/approval-texts.ts'
import { MaturityInstructionDialog } from '#web/domain/maturities/maturity-instruction-dialog.tsx'
import { useInstructionMessage } from '#web/domain/maturities/use-instruction-message.ts'
import layoutClasses from '#web/ui/layout.module.css'
import { ResultMessage } from '#web/ui/result-message.tsx'
import textClasses from '#web/ui/text.module.css'
import type { DrawnTile } from './day-shape.ts'
import classes from './my-day.module.css'

type RowProps = { tile: DayTile; row: DayRow }

/** What becomes of an account at the end of its term is changed in its row, and undone from the message above it. */
const InstructionAction = ({ row }: { row: DayRow }) => {
  const { t } = useTranslation('my-day')
  const mayInstruct = usePermission('bt_Vencimientos', 'edit')
  const messages = useInstructionMessage()
  const [isOpen, setOpen] = useState(false)
  if (!mayInstruct) return null
  return (
    <>
      <UnstyledButton
        className={classes.action}
        aria-label={t('instructFor', { account: row.code })}
        onClick={() => setOpen(true)}
      >
        {t('instruct')}
      </UnstyledButton>
      {isOpen && (
        <MaturityInstructionDialog
          choice={{ by: 'accounts', accountIds: [row.id] }}
          areSuspended={false}
          onDone={(result) => {
            messages.report(result)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
      <ResultMessage messages={messages} />
    </>
  )
}

const TileRow = ({ tile, row }: RowProps) => {
  const { t } = useTranslation('my-day')
  const format = useFormatters()
  const texts = useApprovalTexts()
  // The words of a tile's states are chosen by data; a test holds them against what the server may say.
  const translate = t as (key: string) => string
  const title = row.change ? texts.what(row.change) : row.title || translate(`states.${tile.key}.${row.state}`)
  const state = row.state && row.title ? translate(`states.${tile.key}.${row.state}`) : null
  const notes = [row.code, row.person, state].filter(Boolean).join(' · ')
  return (
    <li className={classes.row}>
      <div className={classes.main}>
        <Link className={classes.title} to={row.path} data-row>
          {title}
        </Link>
        {notes && <span className={classes.notes}>{notes}</span>}
        {(row.phone || tile.key === 'maturities') && (
          <div className={classes.actions}>
            {row.phone && (
              <a className={classes.action} href={`tel:${row.phone}`}>
                <IconPhone size={14} stroke={1.8} aria-hidden />
                {formatPhone(row.phone)}
              </a>
            )}
            {tile.key === 'maturities' && <InstructionAction row={row} />}
          </div>
        )}
      </div>
      <div className={classes.figures}>
        {row.amount && <span className={classes.amount}>{format.money(row.amount)}</span>}
        {row.date && <span className={textClasses.quiet}>{format.date(row.date)}</span>}
      </div>
    </li>
  )
}

/** A part of the day: how many there are, what they come to, the first of them, and the way to all. */
export const Tile = ({ tile }: { tile: DayTile }) => {
  const { t } = useTranslation('my-day')
  const format = useFormatters()
  const { key, total, amount, path, rows } = tile
  const heading = `day-${key}`
  const isCounted = key !== 'verification'
  return (
    <section className={classes.tile} aria-labelledby={heading} data-tile={key}>
      <header className={classes.head}>
        <h2 id={heading} className={classes.name}>
          {t(`tiles.${key}.title`)}
        </h2>
        {isCounted && (
          <span className={classes.count}>
            {format.number(total)}
            {amount && total > 0 && ` · ${format.money(amount)}`}
          </span>
        )}
      </header>
      {rows.length === 0 ? (
        <p className={classes.none}>{t(`tiles.${key}.none`)}</p>
      ) : (
        <ul className={layoutClasses.plainList}>
          {rows.map((row) => (
            <TileRow key={row.id} tile={tile} row={row} />
          ))}
        </ul>
      )}
      {path && rows.length > 0 && (
        <Link className={classes.all} to={path} data-row aria-label={t('seeAllOf', { what: t(`tiles.${key}.title`) })}>
          {t('seeAll')} <IconArrowRight size={14} stroke={1.8} aria-hidden />
        </Link>
      )}
      {!path && total > rows.length && <p className={classes.none}>{t('more', { count: total - rows.length })}</p>}
    </section>
  )
}

/** Keeps the room of a tile until it is there: its name, and lines for what will stand there. */
export const TilePlace = ({ tile: { key, rows, height } }: { tile: DrawnTile }) => {
  const { t } = useTranslation('my-day')
  return (
    <div className={classes.tile} style={{ height }} data-place aria-hidden>
      <div className={classes.head}>
        <span className={classes.name}>{t(`tiles.${key}.title`)}</span>
      </div>
      {Array.from({ length: Math.max(rows, 1) }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have nothing else to be told apart by
        <span key={at} className={classes.skeleton} />
      ))}
    </div>
  )
}
