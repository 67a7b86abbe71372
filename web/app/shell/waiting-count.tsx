import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { countWaiting } from '#contract/approvals.ts'
import { useLive } from '#web/core/live.ts'
import { read } from '#web/core/query.ts'
import classes from './menu-items.module.css'

// The path only: with the contract's own object all the others of its file would come along.
const waiting = read({ method: 'GET', path: '/approvals/waiting-count' } as typeof countWaiting, {})

/** How many changes wait for one's word, beside the menu's entry; counted anew with each that one is told of. */
export default function WaitingCount() {
  const { t } = useTranslation('shell')
  const client = useQueryClient()
  const told = useLive(({ news }) => news.filter(({ kind }) => kind.startsWith('approval.')).length)
  const before = useRef(told)
  useEffect(() => {
    if (told === before.current) return
    before.current = told
    void client.invalidateQueries({ queryKey: waiting.queryKey })
  }, [told, client])
  const count = useQuery(waiting).data?.waiting ?? 0
  if (count === 0) return null
  return (
    <>
      <span className={classes.count} aria-hidden>
        {count > 99 ? '99+' : count}
      </span>
      <span className={classes.said}>{t('menu.waiting', { count })}</span>
    </>
  )
}
