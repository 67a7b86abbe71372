import { Link } from 'react-router'
import { paymentReturnCodes } from '#contract/payment-batches.ts'
import type { PaymentDetail } from '#contract/payments.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Amount } from '#web/domain/amount.tsx'
import { BankHolder } from '#web/domain/bank-holder.tsx'
import { formatBankNumber } from '#web/domain/bank-number.ts'
import { formatForeignMoney } from '#web/domain/foreign-money.ts'
import { RecentBankChangeBadge } from '#web/domain/recent-bank-change-badge.tsx'
import { CopyableValue } from '#web/ui/copyable-value.tsx'
import { FactGrid } from '#web/ui/fact-grid.tsx'

/** What a payment is, where it goes, and what it waits for. */
export const PaymentFacts = ({ payment }: { payment: PaymentDetail }) => {
  const { t } = useTranslation(['payments', 'payment-batches'])
  const format = useFormatters()
  const maySeeBatches = usePermission('bt_Remesas', 'view')
  const { clientId, accountId, clientName, accountNumber, bankAccount, requesterName, reason, batchId, waits } = payment
  const known = paymentReturnCodes.find((code) => code === payment.returnCode)
  const facts = [
    [t('fields.amount'), <Amount key="amount" value={payment.amount} />],
    ...(payment.payAmount && payment.payCurrency && payment.perEuro
      ? [
          [
            t('payment-batches:fields.payAmount'),
            formatForeignMoney(format, payment.payAmount, payment.payCurrency),
          ] as const,
          [t('payment-batches:fields.perEuro'), format.decimal(payment.perEuro)] as const,
        ]
      : []),
    [
      t('fields.client'),
      <Link key="client" to={`/clientes/${clientId}`}>
        {clientName}
      </Link>,
    ],
    [
      t('fields.account'),
      <CopyableValue key="account" value={accountNumber}>
        {/* What is inherited leaves an account that is not of whoever is paid. */}
        {payment.kind === 'inheritance' ? (
          accountNumber
        ) : (
          <Link to={`/clientes/${clientId}/cuentas/${accountId}`}>{accountNumber}</Link>
        )}
      </CopyableValue>,
    ],
    [
      t('fields.bankAccount'),
      <span key="bankAccount">
        {bankAccount ? (
          <CopyableValue value={bankAccount}>{formatBankNumber(bankAccount)}</CopyableValue>
        ) : (
          t('detail.noBankAccount')
        )}
        <BankHolder holder={payment.bankHolder} isOther={payment.otherHolder} />
        <RecentBankChangeBadge at={payment.bankChangedAt} />
      </span>,
    ],
    [t('fields.requestedAt'), format.dateTime(payment.requestedAt)],
    [t('fields.requester'), requesterName],
    [t('payment-batches:fields.reference'), payment.reference && <CopyableValue value={payment.reference} />],
    ...(batchId && maySeeBatches
      ? [
          [
            t('payment-batches:payment.batch'),
            <Link key="batch" to={`/crm/Retiradas/remesas/${batchId}`}>
              {t('payment-batches:payment.openBatch')}
            </Link>,
          ] as const,
        ]
      : []),
    ...(waits ? [[t('payment-batches:payment.waits'), t(`payment-batches:waits.${waits}`), 'wide'] as const] : []),
    ...(payment.returnCode
      ? [[t('payment-batches:payment.code'), known ? t(`payment-batches:codes.${known}`) : payment.returnCode] as const]
      : []),
    ...(reason ? [[t('fields.reason'), reason, 'wide'] as const] : []),
  ] as const
  return <FactGrid facts={facts} />
}
