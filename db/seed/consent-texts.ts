import type { ConsentLanguage, ConsentPurpose } from '#contract/consents/purposes.ts'

type SeedText = readonly [title: string, body: string]

/** Texts of an invented firm. `FIRM` is its name. */
export const seedConsentTexts: Record<ConsentPurpose, Record<ConsentLanguage, SeedText>> = {
  information: {
    es: [
      'Información y consentimiento sobre tus datos personales',
      `FIRM trata tus datos para abrir y gestionar tus cuentas, pagarte y cumplir la ley.

Los guardamos mientras seas cliente y durante los diez años siguientes. No los vendemos.

Puedes pedir una copia, corregirlos, oponerte a su uso o retirar este consentimiento cuando quieras. Sin él no podemos aceptar dinero nuevo ni abrir cuentas.`,
    ],
    en: [
      'Information and consent about your personal data',
      `FIRM uses your data to open and manage your accounts, to pay you and to comply with the law.

We keep them while you are a client and for the ten years after. We do not sell them.

You can ask for a copy, correct them, object to their use or withdraw this consent at any time. Without it we cannot accept new money or open accounts.`,
    ],
    pt: [
      'Informação e consentimento sobre os seus dados pessoais',
      `FIRM trata os seus dados para abrir e gerir as suas contas, pagar-lhe e cumprir a lei.

Guardamo-los enquanto for cliente e durante os dez anos seguintes. Não os vendemos.

Pode pedir uma cópia, corrigi-los, opor-se ao seu uso ou retirar este consentimento quando quiser. Sem ele não podemos aceitar dinheiro novo nem abrir contas.`,
    ],
  },
  marketing: {
    es: [
      'Comunicaciones comerciales',
      `FIRM puede escribirte o llamarte para hablarte de sus productos y de sus actos.

Puedes retirar este consentimiento cuando quieras: tus cuentas siguen igual.`,
    ],
    en: [
      'Marketing messages',
      `FIRM may write to you or call you about its products and events.

You can withdraw this consent at any time: your accounts stay as they are.`,
    ],
    pt: [
      'Comunicações comerciais',
      `FIRM pode escrever-lhe ou telefonar-lhe sobre os seus produtos e eventos.

Pode retirar este consentimento quando quiser: as suas contas mantêm-se.`,
    ],
  },
  transfers: {
    es: [
      'Cesión de datos a empresas del grupo',
      `FIRM puede ceder tu nombre y tus datos de contacto a las empresas de su grupo, para que te ofrezcan sus servicios.

No cedemos tus saldos ni tus movimientos.`,
    ],
    en: [
      'Sharing of data with companies of the group',
      `FIRM may share your name and contact details with the companies of its group, so that they can offer you their services.

We do not share your balances or movements.`,
    ],
    pt: [
      'Cedência de dados a empresas do grupo',
      `FIRM pode ceder o seu nome e contactos às empresas do seu grupo, para lhe oferecerem os seus serviços.

Não cedemos os seus saldos nem os seus movimentos.`,
    ],
  },
}
