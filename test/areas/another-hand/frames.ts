// Sentences in which a description of land arrives in real life, one a line.
//
// {A} takes any area. {P} takes only an area without an exception at its end, because words follow that could be
// read into the exception. "~" behind a frame: a person sees the area at once, but a condition, a time or a denial
// stands close by, and a careful reader may refuse; it must only never read another area.
// Names of companies, people and goods in the slots are chosen so that none of them is a place.

export const FRAMES: Readonly<Record<string, readonly string[]>> = {
  distribution: lines`
The "Territory" means {A}.
"Territory" shall mean {A}.
“Territory” means {P}, and no other area.~
Territory: {A}
The Territory is {A}.
The Territory comprises {A}.
The Territory consists of {A}.
The Territory shall consist exclusively of {A}.
The term "Territory" as used in this Agreement refers to {A}.
For the purposes of this Agreement, "Territory" means {A}.
{co} appoints Distributor as its exclusive distributor of {product} in {A}.
Supplier hereby grants Distributor the exclusive right to sell {product} in {A}.
Supplier hereby appoints {co} as its non-exclusive reseller in {A}.
Distributor shall promote and sell the Products in {A}.
Distributor's exclusive area of responsibility is {A}.
The Distributor accepts the appointment to distribute {product} throughout {A}.
1.4 "Territory" means {A}.
Article 2 (Territory). The contractual territory is {A}.
§ 3 Contract territory: {A}
Schedule 1 – Territory: {A}
Exhibit B (Territory)\n{A}
Annex 2. The Territory covers {A}.
The Agent shall represent the Principal in {A}.
The Agent's territory is {A}.
The sales territory assigned to Representative is {A}.
Reseller may market {product} in {A}.
WHEREAS Distributor wishes to distribute {product} in {A};
The exclusive rights granted herein extend to {A}.
Dealer's assigned area (the "Area") is {A}.
The parties agree that the Territory shall be {A}.
The products may be sold in {A}.
Wholesaler will service all accounts located in {A}.
The area of exclusivity is {A}.
{P} (the "Territory")
{P} (hereinafter the "Territory")
{P} (collectively, the "Territory").
{P} shall constitute the Territory.
{P} together form the Contract Territory.
`,
  franchise: lines`
Franchisor grants Franchisee the right to operate {product} outlets in {A}.
The Development Area is {A}.
The "Protected Area" means {A}.
Franchisee's exclusive territory shall be {A}.
Master Franchisee may sub-franchise the System in {A}.
Development Territory: {A}
The Development Territory described in Attachment A is {A}.
Area Developer shall open and operate Restaurants in {A}.
The Franchised Territory encompasses {A}.
The franchise covers {A}.
The territory granted under this Franchise Agreement is {A}.
Attachment 1: Designated Territory = {A}
The exclusive zone of the franchise is defined as {A}.
Franchise area: {A}
Item 12. Your territory will be {A}.
The master franchise for {product} includes {A}.
We grant you a protected territory, which consists of {A}.
{P} will be your exclusive territory.
`,
  licence: lines`
Licensor grants Licensee an exclusive licence to manufacture and sell {product} in {A}.
Licensed Territory: {A}
The Licensed Territory shall mean {A}.
Licensee may use the Trademarks in {A}.
The licence is granted for {A}.
The rights are licensed for exploitation in {A}.
Broadcast rights: {A}
The broadcaster acquires the television rights for {A}.
Publisher shall have the exclusive right to publish the Work in {A}.
The Publisher's market is {A}.
The Author grants the Publisher the sole right to sell the Work in volume form in {A}.
Streaming is available in {A}.
Video-on-demand rights are granted for {A}.
Patent coverage: {A}
The Licensed Patents are in force in {A}.
The sublicence extends to {A}.
Licensee shall have the right to exploit the Film in {A}.
The territory of the licence comprises {A}.
Theatrical rights: {A}
Field of use: all fields. Territory: {A}
`,
  insurance: lines`
This policy applies in {A}.
Coverage territory: {A}
The coverage territory is {A}.
The insurance is valid in {A}.
Territorial scope: {A}
Geographical limits: {A}
Geographic scope of cover – {A}
The Insurer covers losses that arise in {A}.
Cover is provided in {A}.
The territorial limits of this policy are {A}.
The policy territory means {A}.
Insured area: {A}
Your roadside assistance is valid in {A}.
The hail cover extends to insured vehicles kept in {A}.
Benefits are payable for treatment received in {A}.
Section 4 – Where you are covered: {A}
The flood programme is offered to homeowners in {A}.
Covered area: {A}.
Green card validity: {A}
The warranty is valid in {A}.
`,
  noncompete: lines`
"Restricted Area" means {A}.
The Restricted Territory is {A}.
Restricted Territory: {A}
The covenant not to compete applies in {A}.
The geographic scope of this covenant is {A}.
The non-competition obligation is limited to {A}.~
For purposes of this Section, "Restricted Area" shall mean {A}.
Executive agrees that the restricted area consists of {A}.
Employee shall not, for twelve months after termination, work for a competitor in {A}.~
The Seller shall not open a competing shop in {A}.~
Non-solicitation area: {A}
The restraint area is {A}.
The restriction covers {A}.
Geographic scope of the restriction: {A}
The parties consider {P} to be a reasonable restricted territory.
`,
  employment: lines`
The Employee's place of work is {A}.
You will be responsible for our customers in {A}.
Your sales region will be {A}.
Regional manager ({A})
The Area Manager supervises the branches in {A}.
The Employee will travel throughout {A}.
Job advertisement: field engineer for {A}
We are hiring a sales representative for {A}.
The position covers {A}.
Service area of this position: {A}
Home office possible; applicants must live in {A}.~
{person} is responsible for sales in {A}.
{person} looks after our customers in {A}.
{person} has taken over the region: {A}.
Field staff assignment: {A}
Remote staff may be employed in {A}.
`,
  email: lines`
Hi {person},\n\nplease draw our sales area: {A}.\n\nThanks
Hello,\n\nwe need a map of {A}.\n\nKind regards
Dear team,\n\nthe campaign will run in {A}.\n\nBest
Hi all,\n\nquick update: our new service region is {A}.
Hi {person},\n\nas discussed, the new territory is {A}.
Good morning,\n\ncould you send me a quote for deliveries to {A}?~
Dear {person},\n\nour dealer network covers {A}.\n\nYours sincerely
Subject: new territory\n\nThe new territory is {A}.
Subject: Territory {person}\n\n{A}
Hi,\n\nthe pilot takes place in {A}. Let me know if anything is unclear.
Dear Sir or Madam,\n\nwe would like to register our trademark in {A}.
FYI: our partner sells in {A}.
Hi {person}, the area we agreed on is {A}. Cheers
Please set up the delivery zone as follows: {A}.
Please update the territory to {A}.
We would like to advertise in {A}.
Please find below the area for the quote:\n\n{A}
Our sales team works in {A}.
`,
  chat: lines`
can you map {A}
can you draw {A} please
pls show me {A}
show {A}
i need {A}
need a polygon of {A}
give me the outline of {A}
map of {A}
ok so the area is {A}
we deliver to {A}
we sell in {A}
our customers are in {A}
we operate in {A}
our territory: {A}
new area = {A}
hey, the region is {A} :)
hmm, let's take {A}
just {A}
{A} pls
{A}, please
{A}!
Outline: {A}
Show me a map of {A}.
I would like to see {A}.
Draw {A} for me.
The client wants {A}.
We need {A} in one polygon.
combine {P} into one shape
`,
  form: lines`
Region: {A}
Area: {A}
Sales area: {A}
Delivery area: {A}
Service area: {A}
Target market: {A}
Countries/regions served: {A}
Market area: {A}
Catchment area: {A}
Scope: {A}
Geographic coverage: {A}
Geographical scope = {A}
Operating area: {A}
Coverage: {A}
Which area do you serve? {A}
Field 7 – Territory: {A}
7. Territory: {A}
Territory [required]: {A}
Project area: {A}
Licence area: {A}
`,
  plain: lines`
{A}
{A}
{A}
{A}.
{A}
All of the following: {A}
The following area: {A}
The area described as follows: {A}
the whole of the following: {A}
`,
  news: lines`
A weather warning was issued for {A}.
The storm left thousands without power in {A}.
Heavy snow is expected in {A}.
Schools will be closed in {A}.
The drought affects {A}.
The outbreak has been confirmed in {A}.
Cases were reported from {A}.
The governor declared a state of emergency in {A}.
The power cut hit {A}.
A flood alert is in force for {A}.
Firefighters were deployed in {A}.
The recall concerns products sold in {A}.
The chain announced that it will close its shops in {A}.
The party is fielding candidates in {A}.
Fire bans are in place in {A}.
Bird flu restrictions now apply in {A}.
The tax relief is available in {A}.
The strike affects trains in {A}.
Voters went to the polls in {A}.
The ministry extended the travel advisory to {A}.
Disaster relief was approved for {A}.
Residents of {A} were asked to save water.
Air quality alerts were in effect for {A}.
`,
  research: lines`
The study area comprises {A}.
The study was conducted in {A}.
Our sample covers {A}.
Data were collected in {A}.
Study area: {A}
Study region. {A}.
The survey was carried out in {A}.
Participants were recruited in {A}.
Soil samples were taken in {A}.
The dataset contains observations from {A}.
The analysis is restricted to {A}.
The model was calibrated for {A}.
We analysed health records from {A}.
The species is found in {A}.
The species is native to {A}.
The registry collects data from {A}.
The geographic scope of the review is {A}.
Field work took place in {A}.
2.1 Study area\n\nThe study area is {A}.
Methods. We interviewed farmers in {A}.
The distribution of the beetle includes {A}.
The catchment population lives in {A}.
`,
  shipping: lines`
We ship to {A}.
Shipping to: {A}
Free shipping to {A}.
Free delivery in {A}.
Ships to {A}.
We deliver to {A}.
Delivery is available in {A}.
Express delivery is available in {A}.
Standard delivery zone: {A}
Returns are free of charge from {A}.
Our vans serve {A}.
Our warehouse supplies {A}.
Delivery countries and regions: {A}
Pallet shipments: {A}
The carrier serves {A}.
Same rate for {A}.
Approved destinations: {A}
Customs union destinations: {A}
The depot delivers to customers in {A}.
We dispatch orders to {A}.
`,
  public: lines`
The tender covers {A}.
Eligible area: {A}
Eligible applicants are established in {A}.
The grant programme is open to applicants from {A}.
The regulation applies in {A}.
The permit is valid in {A}.
This order applies to {A}.
This licence authorises operation in {A}.
The programme area is {A}.
The concession area comprises {A}.
Lot 2: {A}
The quarantine area comprises {A}.
Quarantine zone: {A}
The court has jurisdiction over {A}.
The commission is competent for {A}.
The rate applies in {A}.
The diocese covers {A}.
The chamber represents companies from {A}.
The network operator supplies {A}.
The frequency band is licensed in {A}.
Participating jurisdictions: {A}
Embargoed destinations: {A}
The disaster area consists of {A}.
The agency monitors {A}.
`,
}

/** Lines above a list that names the places one by one. */
export const TITLES: readonly string[] = lines`
Territory:
Territory
The Territory comprises:
The Territory consists of the following:
Sales territory:
Our sales area:
Delivery area
Served:
We deliver to:
We ship to the following destinations:
Covered areas:
Covered areas
The policy applies in:
Study area:
The study area comprises:
Schedule A – Territory
Exhibit 1: Territory
ANNEX I – TERRITORY
Licensed Territory:
Participating regions:
Participating areas:
Restricted Area:
Regions:
Markets:
Target markets:
Current markets
Hi team, the new territory is:
Please map the following:
Please map these:
Distributor may sell the Products in the following areas:
The Franchised Territory consists of:
# Territory
## Service area
**Territory**
*Territory*:
Weather warnings are in force for:
Affected areas:
List of areas:
Coverage:
areas to include:
`

/** Titles of one's own for parts of a list; none of them is a place. */
export const LABELS: readonly ((i: number) => string)[] = [
  (i) => `Region ${'ABCDEF'[i]}`,
  (i) => `Zone ${i + 1}`,
  (i) => `Area ${i + 1}`,
  (i) => `Lot ${i + 1}`,
  (i) => `Sales zone ${i + 1}`,
  (i) => `District ${'ABCDEF'[i]}`,
  (i) => `Team ${i + 1}`,
  (i) => `Tier ${i + 1}`,
  (i) => `Wave ${i + 1}`,
  (i) => `Group ${'ABCDEF'[i]}`,
  (i) => `Cluster ${i + 1}`,
  (i) => `Territory ${i + 1}`,
  (i) => `Rate zone ${'ABCDEF'[i]}`,
  (i) => `Schedule ${i + 1}`,
]

/** The lines of a template; "\n" in one of them is a line break of the text. */
export function lines(template: TemplateStringsArray): string[] {
  return template.raw[0]!.trim()
    .split('\n')
    .map((line) => line.replaceAll('\\n', '\n'))
}

/** Fills the slots of a frame that are no land. */
export function fill(frame: string, pick: <T>(list: readonly T[]) => T): string {
  return frame
    .replaceAll('{product}', () => pick(PRODUCTS))
    .replaceAll('{co}', () => pick(COMPANIES))
    .replaceAll('{person}', () => pick(PEOPLE))
    .replace(/^the Company/, 'The Company')
}

const PRODUCTS = [
  'garden tools',
  'the Products',
  'bicycle parts',
  'soft drinks',
  'medical devices',
  'espresso machines',
  'solar panels',
  'shoes',
  'the Goods',
  'pet food',
  'office furniture',
  'software',
]
const COMPANIES = [
  'Acme Inc.',
  'Blue Lantern Ltd',
  'Hooper & Sons',
  'Quickfix GmbH',
  'the Company',
  'Supplier',
  'Manufacturer',
  'Vertex Tools LLC',
]
const PEOPLE = ['Peter', 'Julia', 'Mr Hopkins', 'Ms Weber', 'Tom', 'Sarah', 'Anna Kowalska', 'Michael']
