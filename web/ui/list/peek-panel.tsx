import { Button, CloseButton } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './peek-panel.module.css'
import { useKeyBindings } from './use-key-bindings.ts'

type Props = {
  /** The page of the record. */
  href: string | undefined
  onClose: () => void
  children: ReactNode
}

/** A record beside its list. The list stays in reach: it is no dialog. */
export default function PeekPanel({ href, onClose, children }: Props) {
  const { t } = useTranslation(['list', 'common'])
  useKeyBindings({ Escape: onClose })
  return (
    <aside className={classes.panel} aria-label={t('peek.title')} aria-live="polite">
      <div className={classes.bar}>
        {href && (
          <Button component={Link} to={href} variant="default" size="xs">
            {t('peek.page')}
          </Button>
        )}
        <span className={classes.hint}>{t('peek.keys')}</span>
        <CloseButton aria-label={t('common:close')} onClick={onClose} />
      </div>
      <Suspense fallback={<div className={classes.skeleton} role="status" aria-label={t('loading')} />}>
        {children}
      </Suspense>
    </aside>
  )
}
