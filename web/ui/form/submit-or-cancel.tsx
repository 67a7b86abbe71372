import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type Props = { busy: boolean; submit: string; onCancel: () => void }

/** The two ways out of a form that can be thought better of. */
export const SubmitCancelButtons = ({ busy, submit, onCancel }: Props) => {
  const { t } = useTranslation('common')
  return (
    <>
      <Button type="submit" disabled={busy} aria-busy={busy}>
        {submit}
      </Button>
      <Button variant="default" onClick={onCancel}>
        {t('cancel')}
      </Button>
    </>
  )
}
