/** How each figure is calculated. */
export const formulas = {
  totalCapital:
    'Soma do capital das contas ativas em {{to}}: abertas até esse dia e não terminadas. O capital é o que foi entregue menos o que saiu, sem os juros. Cada conta é contada uma vez, no seu primeiro titular, e com quem acompanhava o cliente nesse dia.',
  pendingCapital:
    'Soma do acordado menos o recebido nas contas que em {{to}} estavam pendentes de entrega. O recebido não é capital até a conta ser ativada.',
  withdrawalRequests:
    'Levantamentos cujo dinheiro não tinha saído em {{to}}: pedidos, aprovados ou em remessa. Os enviados, pagos, devolvidos, recusados e anulados não contam.',
  expirations:
    'Contas cujo prazo termina entre {{from}} e {{to}}. Das vencidas, o que saiu da conta; das que vão vencer, o saldo de hoje. Não contam as mobilizadas antes do vencimento.',
  generatedInterests:
    'Juros e juro extra brutos ganhos entre {{from}} e {{to}}: o contabilizado nesses dias mais o acumulado no fim, menos o acumulado na véspera. É o mesmo cálculo da página de cada conta.',
  registeredClients:
    'Clientes registados entre {{from}} e {{to}}, sem os registos fundidos nem apagados. Contam com quem os acompanha hoje.',
  expiredIds: 'Pessoas com alguma conta ativa cujo documento caducou antes de {{to}}. Os permanentes não caducam.',
  birthdayClients:
    'Pessoas com alguma conta ativa que fazem anos entre {{from}} e {{to}}. Quem nasceu a 29 de fevereiro conta a 28 nos outros anos.',
  activatedAccounts: 'Contas abertas entre {{from}} e {{to}}, com o montante acordado.',
  contributions:
    'Entregas contabilizadas entre {{from}} e {{to}}. São reinvestidas as recebidas até 30 dias (ou os que a empresa definir) depois de um pagamento ao mesmo cliente ou cotitular; as outras são dinheiro novo.',
  captation:
    'Entregas contabilizadas entre {{from}} e {{to}} que são dinheiro novo: não são recebidas até 30 dias (ou os que a empresa definir) depois de um pagamento ao mesmo cliente ou cotitular. Contam para quem figura no lançamento, na parte que lhe cabe, mesmo que o cliente tenha mudado de gestor. O tipo é o da família do produto; sem ele, o do canal do cliente.',
  captationOut: 'Levantamentos e mobilizações contabilizados entre {{from}} e {{to}}, para quem figura no lançamento.',
  netCaptation:
    'Entregas que são dinheiro novo, menos levantamentos e mobilizações, contabilizados entre {{from}} e {{to}}, para quem figura no lançamento.',
  balance:
    'Capital e juros que havia em {{to}} nas contas ativas nesse dia. Cada conta é contada uma vez, com quem acompanhava o cliente nesse dia.',
  flows:
    'Lançamentos contabilizados entre {{from}} e {{to}} que alteraram o saldo das contas, por tipo. As anulações contam com o sinal contrário na sua própria data. Cada lançamento conta com quem acompanhava o cliente nesse dia.',
  portfolioMoves:
    'O que havia nas contas dos clientes que entraram ou saíram entre {{from}} e {{to}}: o seu saldo na véspera da mudança.',
  idleMoney:
    'Dinheiro que em {{to}} estava em contas não ativas: recebido enquanto a abertura espera pelo resto, ou retido depois do fim.',
  clients: 'Clientes registados até {{to}}, sem os registos fundidos nem apagados, com quem os acompanhava nesse dia.',
  uninstructed:
    'Contas ativas cujo prazo termina entre {{from}} e {{to}} e que não têm instrução: aplica-se a prevista no produto. Com o saldo de hoje.',
  clientSizes: 'Clientes registados até {{to}}, pelo capital desse dia em contas ativas.',
  clientAges:
    'Clientes registados até {{to}}, pela idade nesse dia, com o seu capital. As empresas são apresentadas à parte.',
  clientTenures: 'Clientes registados até {{to}}, pelos anos na empresa até esse dia, com o seu capital.',
  outflows:
    'Levantamentos, mobilizações e vencimentos pagos que foram contabilizados entre {{from}} e {{to}}. As anulações contam com o sinal contrário na sua própria data. Cada lançamento conta com quem acompanhava o cliente nesse dia.',
  averageBalance:
    'O que havia em cada conta no fim de cada dia entre {{from}} e {{to}}, capital e juros, somado e dividido pelos dias. Só contam os dias em que a pessoa indicada acompanhava o cliente; os dias que ainda não chegaram não contam.',
  endedAccounts:
    'Contas abertas que foram mobilizadas ou venceram entre {{from}} e {{to}}, com os dias desde a sua abertura. Cada uma conta com quem acompanhava o cliente nesse dia.',
  maturedMoney:
    'O que saiu das contas no fim do prazo, contabilizado entre {{from}} e {{to}}, segundo o seu destino. A retenção é o renovado e transferido sobre o total vencido.',
}
