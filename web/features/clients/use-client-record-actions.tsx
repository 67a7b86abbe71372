import {
  IconArrowMerge,
  IconDatabaseExport,
  IconFileDescription,
  IconLock,
  IconPencil,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ClientDetail } from '#contract/clients/client.ts'
import { blockKinds } from '#contract/clients.ts'
import { exportPersonalData } from '#contract/personal-data.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { startExport } from '#web/ui/export/export-jobs.ts'
import type { RecordAction } from '#web/ui/record-actions.tsx'

/** Comes with the first block. */
const LazyBlockDialogs = lazy(() => import('./block-dialogs.tsx'))
const LazyRegisterDeathDialog = lazy(() => import('#web/domain/estates/register-death-dialog.tsx'))
const LazyPepApprovalDialog = lazy(() => import('./pep-approval-dialog.tsx'))

type BlockKind = ClientDetail['blocks'][number]['kind']
export type ClientRecordActions = {
  actions: readonly RecordAction[]
  /** Asks why a block should be lifted; undefined for who may not. */
  liftBlock: ((kind: BlockKind) => void) | undefined
  dialog: ReactNode
}

/** All that the firm holds on the client, as a file; for whoever may approve. */
const usePersonalDataExport = (client: ClientDetail): readonly RecordAction[] => {
  const { t } = useTranslation('personal-data')
  const mayExport = usePermission('bt_Clientes', 'approve')
  const params = { clientId: client.id }
  const exportData: RecordAction = {
    key: 'exportData',
    label: t('action'),
    icon: <IconDatabaseExport size={16} aria-hidden />,
    onClick: () => startExport(exportPersonalData, { params }, `${t('title', { cvl: client.cvl })}.zip`),
  }
  return mayExport ? [exportData] : []
}

/** The page of the erasure: where it is asked for, and where it stands. */
const useErasureAction = (client: ClientDetail): readonly RecordAction[] => {
  const { t } = useTranslation('client')
  const maySee = usePermission('bt_Supresiones', 'view')
  const isOffered = maySee && client.erasedAt === null
  const icon = <IconUserOff size={16} aria-hidden />
  const label = t(client.restrictedAt ? 'erasure.open' : 'erasure.action')
  return isOffered ? [{ key: 'erasure', label, icon, href: `/clientes/${client.id}/supresion` }] : []
}

/** Of a person: the page of their estate once they are blocked by death, and until then what registers it. */
const useDeathAction = (client: ClientDetail, onRegister: () => void): readonly RecordAction[] => {
  const { t } = useTranslation('estates')
  if (client.kind !== 'person') return []
  const icon = <IconFileDescription size={16} aria-hidden />
  return client.blocks.some(({ kind }) => kind === 'death')
    ? [{ key: 'estate', label: t('summary'), icon, href: `/clientes/${client.id}/fallecimiento` }]
    : [{ key: 'registerDeath', label: t('register.action'), icon, onClick: onRegister }]
}

/** What may be done with the record of a client: change its data, block it, and propose to lift a block. */
export const useClientRecordActions = (
  client: ClientDetail,
  onDone: (message: string) => void,
): ClientRecordActions => {
  const { t } = useTranslation(['client', 'client-blocks', 'client-data', 'client-merge'])
  const mayEdit = usePermission('bt_Clientes', 'edit')
  const [open, setOpen] = useState<{ lifts: BlockKind | null } | null>(null)
  const [isRegisteringDeath, setRegisteringDeath] = useState(false)
  const [isAskingForPep, setAskingForPep] = useState(false)
  const exports = usePersonalDataExport(client)
  const erasure = useErasureAction(client)
  const death = useDeathAction(client, () => setRegisteringDeath(true))
  if (!mayEdit || client.erasedAt) return { actions: [...exports, ...erasure], liftBlock: undefined, dialog: null }
  const edit: RecordAction = {
    key: 'edit',
    label: t('client:client.edit'),
    icon: <IconPencil size={16} aria-hidden />,
    href: `/clientes/${client.id}/editar`,
  }
  const block: RecordAction = {
    key: 'block',
    label: t('client-blocks:action'),
    icon: <IconLock size={16} aria-hidden />,
    onClick: () => setOpen({ lifts: null }),
  }
  const merge: RecordAction = {
    key: 'merge',
    label: t('client-merge:action'),
    icon: <IconArrowMerge size={16} aria-hidden />,
    href: `/clientes/${client.id}/fusionar`,
  }
  const approvePep: RecordAction = {
    key: 'approvePep',
    label: t('client-data:pepApproval.action'),
    icon: <IconUserCheck size={16} aria-hidden />,
    onClick: () => setAskingForPep(true),
  }
  return {
    actions: [
      edit,
      ...(client.blocks.length < blockKinds.length ? [block] : []),
      ...(client.pep && client.pepApprovedAt === null ? [approvePep] : []),
      merge,
      ...death,
      ...exports,
      ...erasure,
    ],
    liftBlock: (kind) => setOpen({ lifts: kind }),
    dialog: (
      <Suspense>
        {open && <LazyBlockDialogs client={client} {...open} onDone={onDone} onClose={() => setOpen(null)} />}
        {isRegisteringDeath && (
          <LazyRegisterDeathDialog clientId={client.id} onDone={onDone} onClose={() => setRegisteringDeath(false)} />
        )}
        {isAskingForPep && (
          <LazyPepApprovalDialog clientId={client.id} onDone={onDone} onClose={() => setAskingForPep(false)} />
        )}
      </Suspense>
    ),
  }
}
