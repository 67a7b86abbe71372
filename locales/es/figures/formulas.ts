/** How each figure is calculated. */
export const formulas = {
  totalCapital:
    'Suma del capital de las cuentas activas el {{to}}: abiertas hasta ese día y no terminadas. El capital es lo aportado menos lo que ha salido, sin los intereses. Cada cuenta se cuenta una vez, en su primer titular, y con quien llevaba al cliente ese día.',
  pendingCapital:
    'Suma de lo acordado menos lo recibido en las cuentas que el {{to}} estaban pendientes de ingreso. Lo recibido no es capital hasta que la cuenta se activa.',
  withdrawalRequests:
    'Retiradas cuyo dinero no había salido el {{to}}: solicitadas, aprobadas o en remesa. Las enviadas, pagadas, devueltas, rechazadas y anuladas no cuentan.',
  expirations:
    'Cuentas cuyo plazo termina entre el {{from}} y el {{to}}. De las vencidas, lo que salió de la cuenta; de las que vencerán, su saldo de hoy. No cuentan las canceladas antes de su vencimiento.',
  generatedInterests:
    'Intereses e interés extra brutos ganados entre el {{from}} y el {{to}}: lo contabilizado en esas fechas más lo devengado al final, menos lo devengado la víspera. Es el mismo cálculo que en la página de cada cuenta.',
  registeredClients:
    'Clientes con fecha de alta entre el {{from}} y el {{to}}, sin los registros fusionados ni suprimidos. Cuentan con quien los lleva hoy.',
  expiredIds: 'Personas con alguna cuenta activa cuyo documento caducó antes del {{to}}. Los permanentes no caducan.',
  birthdayClients:
    'Personas con alguna cuenta activa que cumplen años entre el {{from}} y el {{to}}. Quien nació un 29 de febrero lo celebra el 28 los demás años.',
  activatedAccounts: 'Cuentas abiertas entre el {{from}} y el {{to}}, con el importe acordado.',
  contributions:
    'Aportaciones contabilizadas entre el {{from}} y el {{to}}. Son reinvertidas las recibidas en los 30 días (o los que fije la entidad) siguientes a un pago al mismo cliente o cotitular; las demás son dinero nuevo.',
  captation:
    'Aportaciones contabilizadas entre el {{from}} y el {{to}} que son dinero nuevo: no se reciben en los 30 días (o los que fije la entidad) siguientes a un pago al mismo cliente o cotitular. Cuentan para quien figura en el asiento, en la parte que le corresponde, aunque el cliente haya cambiado de gestor. El tipo es el de la familia del producto; si no lo tiene, el del canal del cliente.',
  captationOut:
    'Retiradas y cancelaciones contabilizadas entre el {{from}} y el {{to}}, para quien figura en el asiento.',
  netCaptation:
    'Aportaciones que son dinero nuevo, menos retiradas y cancelaciones, contabilizadas entre el {{from}} y el {{to}}, para quien figura en el asiento.',
  balance:
    'Capital e intereses que había el {{to}} en las cuentas activas ese día. Cada cuenta se cuenta una vez, con quien llevaba al cliente ese día.',
  flows:
    'Asientos contabilizados entre el {{from}} y el {{to}} que movieron el saldo de las cuentas, por tipo. Las anulaciones restan en su propia fecha. Cada asiento cuenta con quien llevaba al cliente ese día.',
  portfolioMoves:
    'Lo que había en las cuentas de los clientes que entraron o salieron entre el {{from}} y el {{to}}: su saldo de la víspera del cambio.',
  idleMoney:
    'Dinero que el {{to}} estaba en cuentas no activas: recibido a la espera de completar la apertura, o retenido después del final.',
  clients:
    'Clientes dados de alta hasta el {{to}}, sin los registros fusionados ni suprimidos, con quien los llevaba ese día.',
  uninstructed:
    'Cuentas activas cuyo plazo termina entre el {{from}} y el {{to}} y que no tienen instrucción: se aplicará la prevista en su producto. Con su saldo de hoy.',
  clientSizes: 'Clientes dados de alta hasta el {{to}}, por su capital de ese día en cuentas activas.',
  clientAges:
    'Clientes dados de alta hasta el {{to}}, por los años que tenían ese día, con su capital. Las empresas van aparte.',
  clientTenures:
    'Clientes dados de alta hasta el {{to}}, por los años que llevaban en la entidad ese día, con su capital.',
  outflows:
    'Retiradas, cancelaciones y vencimientos pagados que se contabilizaron entre el {{from}} y el {{to}}. Las anulaciones cuentan con el signo contrario en su propia fecha. Cada asiento cuenta con quien llevaba al cliente ese día.',
  averageBalance:
    'Lo que había en cada cuenta al final de cada día entre el {{from}} y el {{to}}, capital e intereses, sumado y dividido entre los días. Solo suman los días en que la persona elegida llevaba al cliente; los días que aún no han llegado no cuentan.',
  endedAccounts:
    'Cuentas abiertas que se cancelaron o vencieron entre el {{from}} y el {{to}}, con los días que pasaron desde su apertura. Cada una cuenta con quien llevaba al cliente ese día.',
  maturedMoney:
    'Lo que salió de las cuentas al terminar su plazo, contabilizado entre el {{from}} y el {{to}}, según su destino. La retención es lo renovado y traspasado sobre el total vencido.',
}
