import { Button } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { listClients } from '#contract/clients.ts'
import type { HandoverSelection } from '#contract/handovers.ts'
import { type HandoverClientSelection, newHandoverPath } from '#web/domain/handover-choice.ts'
import { readListState } from '#web/ui/list/list-url-state.ts'
import type { SelectedRows } from '#web/ui/list/use-selection.ts'

/** What can be done with the clients that are chosen: they can be handed over, all that match by the filter itself. */
export default function ClientSelection({ selected, count }: { selected: SelectedRows; count: number }) {
  const { t } = useTranslation('clients')
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const { filters } = readListState(listClients, params)
  // The filter goes as the address has it: what it holds was held against the contract when it was read.
  const choice = (
    selected.matching ? { by: 'filter', filter: filters } : { by: 'clients', clientIds: selected.ids }
  ) as HandoverSelection
  return (
    <Button
      size="xs"
      leftSection={<IconArrowsExchange size={16} aria-hidden />}
      onClick={() => {
        const handover: HandoverClientSelection = { choice, total: count }
        void navigate(newHandoverPath, { state: { handover } })
      }}
    >
      {t('handOver')}
    </Button>
  )
}
