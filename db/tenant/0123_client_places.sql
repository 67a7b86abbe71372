-- Where a client lives, by the part of the country that a map shows: 'ES-28', 'PT-11', 'MX-JAL'; 'FR-00' where only the country is known.
-- Spain: the province as INE numbers it, by which its postal codes begin. Mexico: the state by ISO 3166, told by the two digits of the postal code.
-- Portugal: the district by ISO 3166. Postal codes tell its islands alone, and addresses often name no district: then the city does, where it is
-- the capital of one. A name that stands as people write it is compared without accents and signs.
create function find_client_place(p_country text, p_postal_code text, p_province text, p_city text) returns text
language sql immutable parallel safe as $$
  select p_country || '-' || coalesce(
    case
      when p_country = 'ES' and code ~ '^(0[1-9]|[1-4]\d|5[0-2])\d{3}$' then left(code, 2)
      when p_country = 'MX' and code ~ '^\d{5}$' then substring('
    |01=CMX|02=CMX|03=CMX|04=CMX|05=CMX|06=CMX|07=CMX|08=CMX|09=CMX|10=CMX|11=CMX|12=CMX|13=CMX|14=CMX|15=CMX|16=CMX|20=AGU|21=BCN|22=BCN|23=BCS
    |24=CAM|25=COA|26=COA|27=COA|28=COL|29=CHP|30=CHP|31=CHH|32=CHH|33=CHH|34=DUR|35=DUR|36=GUA|37=GUA|38=GUA|39=GRO|40=GRO|41=GRO|42=HID|43=HID
    |44=JAL|45=JAL|46=JAL|47=JAL|48=JAL|49=JAL|50=MEX|51=MEX|52=MEX|53=MEX|54=MEX|55=MEX|56=MEX|57=MEX|58=MIC|59=MIC|60=MIC|61=MIC|62=MOR|63=NAY
    |64=NLE|65=NLE|66=NLE|67=NLE|68=OAX|69=OAX|70=OAX|71=OAX|72=PUE|73=PUE|74=PUE|75=PUE|76=QUE|77=ROO|78=SLP|79=SLP|80=SIN|81=SIN|82=SIN|83=SON
    |84=SON|85=SON|86=TAB|87=TAM|88=TAM|89=TAM|90=TLA|91=VER|92=VER|93=VER|94=VER|95=VER|96=VER|97=YUC|98=ZAC|99=ZAC' from '\|' || left(code, 2) || '=(\w+)')
      when p_country = 'PT' and code ~ '^9[0-4]\d{2}(\d{3})?$' then '30'
      when p_country = 'PT' and code ~ '^9[5-9]\d{2}(\d{3})?$' then '20'
    end,
    substring(names from '\|' || province || '=(\w+)'),
    case when p_country = 'PT' then substring(names from '\|' || city || '=(\w+)') end,
    '00')
  from (
    select regexp_replace(coalesce(p_postal_code, ''), '[\s-]', '', 'g') as code, plain[1] as province, plain[2] as city,
           case p_country
             when 'ES' then '
    |alava=01|araba=01|araba alava=01|alava araba=01|albacete=02|alicante=03|alacant=03|alicante alacant=03|alacant alicante=03|almeria=04|avila=05
    |badajoz=06|illes balears=07|baleares=07|islas baleares=07|balears=07|balears illes=07|barcelona=08|burgos=09|caceres=10|cadiz=11|castellon=12
    |castello=12|castellon de la plana=12|castellon castello=12|castello castellon=12|ciudad real=13|cordoba=14|a coruna=15|la coruna=15|coruna=15
    |coruna a=15|cuenca=16|girona=17|gerona=17|granada=18|guadalajara=19|gipuzkoa=20|guipuzcoa=20|huelva=21|huesca=22|jaen=23|leon=24|lleida=25
    |lerida=25|la rioja=26|rioja=26|rioja la=26|lugo=27|madrid=28|comunidad de madrid=28|malaga=29|murcia=30|region de murcia=30|navarra=31
    |nafarroa=31|comunidad foral de navarra=31|ourense=32|orense=32|asturias=33|principado de asturias=33|palencia=34|las palmas=35|palmas=35
    |palmas las=35|las palmas de gran canaria=35|pontevedra=36|salamanca=37|santa cruz de tenerife=38|tenerife=38|cantabria=39|santander=39|segovia=40
    |sevilla=41|soria=42|tarragona=43|teruel=44|toledo=45|valencia=46|valencia valencia=46|valladolid=47|bizkaia=48|vizcaya=48|zamora=49|zaragoza=50
    |ceuta=51|melilla=52'
             when 'PT' then '
    |aveiro=01|beja=02|braga=03|braganca=04|castelo branco=05|coimbra=06|evora=07|faro=08|guarda=09|leiria=10|lisboa=11|portalegre=12|porto=13
    |santarem=14|setubal=15|viana do castelo=16|vila real=17|viseu=18|acores=20|madeira=30|lisbon=11|regiao autonoma dos acores=20|ilhas dos acores=20
    |ponta delgada=20|angra do heroismo=20|horta=20|regiao autonoma da madeira=30|ilha da madeira=30|funchal=30'
             when 'MX' then '
    |aguascalientes=AGU|baja california=BCN|baja california sur=BCS|campeche=CAM|chiapas=CHP|chihuahua=CHH|coahuila=COA|colima=COL|durango=DUR
    |guanajuato=GUA|guerrero=GRO|hidalgo=HID|jalisco=JAL|ciudad de mexico=CMX|mexico=MEX|michoacan=MIC|morelos=MOR|nayarit=NAY|nuevo leon=NLE
    |oaxaca=OAX|puebla=PUE|queretaro=QUE|quintana roo=ROO|san luis potosi=SLP|sinaloa=SIN|sonora=SON|tabasco=TAB|tamaulipas=TAM|tlaxcala=TLA
    |veracruz=VER|yucatan=YUC|zacatecas=ZAC|cdmx=CMX|distrito federal=CMX|d f=CMX|estado de mexico=MEX|edo de mexico=MEX|edomex=MEX
    |coahuila de zaragoza=COA|michoacan de ocampo=MIC|veracruz de ignacio de la llave=VER|queretaro de arteaga=QUE'
           end as names
      from (
        select array_agg(trim(regexp_replace(lower(translate(coalesce(name, ''),
                 'áàâãäéèêëíìîïóòôõöúùûüçñÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ', 'aaaaaeeeeiiiiooooouuuucnaaaaaeeeeiiiiooooouuuucn')),
                 '[^a-z]+', ' ', 'g')) order by at) as plain
          from unnest(array[p_province, p_city]) with ordinality as given(name, at)) plains) known
$$;

alter table client add column place text not null generated always as (
  find_client_place(country::text, postal_code, province, city)) stored;
comment on column client.place is 'The part of the country where they live, kept by the database.';

-- Figures by place and channel read it without the wide rows.
create index client_by_place on client (place, id) include (channel);
