import { Button } from '@mantine/core'
import { IconArrowMerge } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import type { SelectedRows } from '#web/ui/list/use-selection.ts'

/** Two chosen clients may be one: leads to both side by side. Nothing for any other number of them. */
export const MergeSelectedButton = ({ selected }: { selected: SelectedRows }) => {
  const { t } = useTranslation('clients')
  const navigate = useNavigate()
  const mayMerge = usePermission('bt_Clientes', 'edit')
  const [one, other, ...more] = selected.matching ? [] : selected.ids
  if (!mayMerge || !one || !other || more.length > 0) return null
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconArrowMerge size={16} aria-hidden />}
      onClick={() => void navigate(`/clientes/${one}/fusionar/${other}`)}
    >
      {t('merge')}
    </Button>
  )
}
