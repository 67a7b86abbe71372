export default {
  letter: {
    greeting: 'Dear {{name}},',
    automatic: 'This is an automatic message: please do not reply.',
    contact: 'If you have any questions or would like to make a change, please contact {{name}}: {{ways}}.',
    contactOffice: 'If you have any questions or would like to make a change, please contact your office.',
  },
  fields: {
    account: 'Account',
    product: 'Product',
    amount: 'Amount',
    payAmount: 'Amount received',
    balance: 'Current balance',
    bookedOn: 'Date',
    valueDate: 'Value date',
    bankAccount: 'Destination account',
    expiresOn: 'Maturity date',
  },
  contribution: {
    subject: 'We have received your contribution',
    intro: 'We have credited your account with the money you sent us.',
  },
  payment: {
    subject: 'We have sent you a payment',
    intro: {
      withdrawal: 'We have sent you the amount of your withdrawal.',
      interest: 'We have sent you the interest on your account.',
      maturity: 'We have sent you the money from your account, which has matured.',
      cancellation: 'We have sent you the money from the account you cancelled.',
      inheritance: 'We have sent your share of an inheritance to your bank account.',
    },
    arrives: 'It usually arrives within one or two working days.',
  },
  maturity: {
    subject: 'Your account {{account}} matures on {{date}}',
    intro: 'Your account {{account}} matures on {{date}}.',
    asked: 'As you instructed, on that day:',
    unasked: 'We have no instructions from you for that day. Unless you tell us otherwise:',
    instructions: {
      pay_out: 'we will pay the balance and the interest into your bank account.',
      renew_principal:
        'we will renew the capital for the same term, at the rate of that day, and pay you the interest.',
      renew_all: 'we will renew the capital and the interest for the same term, at the rate of that day.',
      transfer: 'we will transfer the money to {{product}}.',
      transferAny: 'we will transfer the money to another product.',
    },
    until: 'You can change it until {{eve}}.',
  },
}
