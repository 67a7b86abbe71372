import { Button } from '@mantine/core'
import { type ComponentType, useEffect, useState } from 'react'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './lazy-dialog.module.css'

type Props<P> = {
  /** Fetches what opens; asked again each time that it wasn't there. */
  load: () => Promise<{ default: ComponentType<P> }>
  /** What it is drawn with. */
  with: P
  onClose: () => void
}

/** Something that opens over the page. Where it can't be fetched, that is said, and the page with all that was typed stays. */
export const LazyDialog = <P extends object>({ load, with: props, onClose }: Props<P>) => {
  const { t } = useTranslation(['errors', 'common'])
  const [Part, setPart] = useState<ComponentType<P> | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let here = true
    load().then(
      ({ default: part }) => here && setPart(() => part),
      () => here && setFailed(true),
    )
    return () => {
      here = false
    }
  }, [load])
  if (Part) return <Part {...props} />
  if (!failed) return null
  return (
    <div className={classes.failed} role="alert">
      <p>{t('failed.network')}</p>
      <Button variant="default" size="xs" autoFocus onClick={onClose}>
        {t('common:close')}
      </Button>
    </div>
  )
}
