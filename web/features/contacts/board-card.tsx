import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { type ContactStage, contactStages } from '#contract/contacts/stages.ts'
import type { ContactRow } from '#contract/contacts.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission, useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Amount } from '#web/domain/amount.tsx'
import { useRecordRowActions } from '#web/domain/record-row-actions.ts'
import { RowMenuButton } from '#web/ui/list/row-menu-button.tsx'
import type { RowAction } from '#web/ui/list/row-menu-types.ts'
import classes from './board.module.css'
import { listOtherStages } from './list-contact-actions.ts'

/** What a drag carries: the id of the card. */
export const dragType = 'application/x-atalaya-contact'

type Props = {
  contact: ContactRow
  /** It came here by a key: the focus is on it. */
  takesFocus: boolean
  onMove: (stage: ContactStage, isByKey: boolean) => void
}

/** One contact on the board: dragged, moved by Shift and the arrows, or by its menu. */
export const BoardCard = ({ contact, takesFocus, onMove }: Props) => {
  const { t } = useTranslation(['contacts', 'list'])
  const format = useFormatters()
  const mayEdit = usePermission('bt_AgendaComercial', 'edit')
  const ownCvl = useSession((state) => state.session?.cvl)
  const today = useSession((state) => state.session?.businessDate ?? '')
  const recordActions = useRecordRowActions()
  const link = useRef<HTMLAnchorElement>(null)
  // Once: where it came to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival
  useEffect(() => {
    if (takesFocus) link.current?.focus()
  }, [])
  const { id, fullName, stage, stageSince, amount, ownerName, ownerCvl, typeName, isConverted } = contact
  const owner = ownerCvl === ownCvl ? null : ownerName
  const isMovable = mayEdit && !isConverted
  const page = `/crm/AgendaComercial/contactos/${id}`
  const moveByKey = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!isMovable || !event.shiftKey || by === undefined) return
    event.preventDefault()
    const next = contactStages[contactStages.indexOf(stage) + by]
    if (next) onMove(next, true)
  }
  const listActions = (): RowAction[] => [
    ...recordActions({ phone: contact.phone, email: contact.email }),
    ...(mayEdit ? [{ key: 'edit', label: t('actions.edit'), href: `${page}/editar` }] : []),
    ...(isMovable
      ? [
          ...listOtherStages(stage).map((to) => ({
            key: to,
            label: t('actions.to', { stage: t(`stages.${to}`) }),
            run: () => onMove(to, false),
          })),
          ...(stage === 'lost' ? [] : [{ key: 'lost', label: t('actions.lost'), run: () => onMove('lost', false) }]),
        ]
      : []),
  ]
  return (
    <li
      className={classes.card}
      draggable={isMovable}
      onDragStart={(event) => {
        event.dataTransfer.setData(dragType, id)
        event.dataTransfer.effectAllowed = 'move'
      }}
    >
      <div className={classes.cardHead}>
        <Link ref={link} to={page} className={classes.name} data-card draggable={false} onKeyDown={moveByKey}>
          {fullName}
        </Link>
        <RowMenuButton label={t('list:rowActions.of', { name: fullName })} listActions={listActions} />
      </div>
      <div className={classes.facts}>
        <span>{[typeName, owner].filter(Boolean).join(' · ')}</span>
        {amount && <Amount value={amount} />}
      </div>
      {contact.nextFollowUpOn && (
        <div className={classes.since} data-late={contact.nextFollowUpOn < today || undefined}>
          {t('board.next', { date: format.date(contact.nextFollowUpOn), subject: contact.nextFollowUp })}
        </div>
      )}
      <div className={classes.since}>{t('board.since', { date: format.date(stageSince.slice(0, 10)) })}</div>
    </li>
  )
}
