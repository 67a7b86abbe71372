import { Button } from '@mantine/core'
import { useState } from 'react'
import { rememberTourOffer, wasTourOffered } from '#web/core/offered-tours.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { startTour } from '#web/ui/tour/start-tour.ts'
import { useAction } from '#web/ui/use-action.ts'
import classes from './my-day.module.css'

/** Offers the tour once; afterwards it is found in the help. */
export const TourOffer = () => {
  const { t } = useTranslation('tour')
  const username = useSession((state) => state.user?.username ?? '')
  const [isOffered, setOffered] = useState(() => !wasTourOffered(username))
  const { busy, run } = useAction()
  if (!isOffered) return null
  const close = (): void => {
    rememberTourOffer(username)
    setOffered(false)
  }
  return (
    <aside className={classes.offer} aria-label={t('start')}>
      <p>{t('offer')}</p>
      <div className={classes.offerButtons}>
        <Button
          size="xs"
          loading={busy}
          onClick={() =>
            void run(async () => {
              await startTour()
              close()
            })
          }
        >
          {t('start')}
        </Button>
        <Button size="xs" variant="subtle" onClick={close}>
          {t('dismiss')}
        </Button>
      </div>
    </aside>
  )
}
