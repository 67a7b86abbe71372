/** What the balances of an account come to by its postings, as `seen_account` has them. */
export const accountBalanceSumsSql = `
  select account_id, sum(amount) filter (where is_principal(kind)) as principal,
         sum(amount) filter (where not is_principal(kind)) as interest, sum(payable) as payable
    from seen_account group by account_id`

/** What its open orders to pay hold of an account. */
export const paymentOrderSumsSql = `
  select account_id, sum(amount + penalty) filter (where kind = 'withdrawal') as reserved, sum(amount) filter (where kind <> 'withdrawal') as ordered
    from payment_order where state in ('requested', 'approved', 'in_batch') group by account_id`
