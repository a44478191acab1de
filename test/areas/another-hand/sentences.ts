// Sentences that stand beside the one with the area.

import { lines } from './frames.ts'

/** About other subjects. The guide promises to leave them out: law, notices, money, other terms, registered offices. {X} is a place. */
export const IGNORED: readonly string[] = lines`
This Agreement is governed by the laws of {X}.
This Agreement shall be governed by and construed in accordance with the laws of {X}.
The laws of {X} apply to this Agreement.
The courts of {X} shall have exclusive jurisdiction.
Any dispute shall be settled by arbitration in {X}.
The place of jurisdiction is in {X}.
Licensor is a company organised under the laws of {X}.
Distributor is a corporation incorporated in {X}.
Supplier has its registered office in {X}.
All notices shall be sent to the Company's office in {X}.
Notices to Licensor shall be addressed to its legal department in {X}.
Royalties shall be paid to a bank account in {X}.
Payments shall be made to the Supplier's bank in {X}.
"Affiliate" means any company controlled by a party and established in {X}.
"Business Day" means any day on which banks are open in {X}.
The products are manufactured in {X}.
`

/** About other subjects, and without any place. */
export const EMPTY: readonly string[] = lines`
Licensee shall pay royalties quarterly.
Distributor shall pay all invoices in euros.
The parties shall keep the terms of this Agreement confidential.
Each party may terminate this Agreement by written notice.
Notices must be in writing.
The minimum purchase is set out in Schedule 2.
All prices exclude value added tax.
Distributor shall use the trademarks as described in the brand manual.
Headings are for convenience and do not affect interpretation.
`

/** In private messages and reports: names of people and remarks. Clear to people, promised by nobody. */
export const REMARKS: readonly string[] = lines`
Best regards,\nGeorgia Banks
Regards, Chad Brooks
Thanks, Jordan Miller
Cheers,\nDakota Reed
Contact: Israel Katz
Contact: Virginia Woods, +1 555 0100
Kind regards,\nBrittany Cole, Paris office
Please ask Carolina Herrera if you have questions.
India Hayes will call you tomorrow.
Our head office is in {X}.
I am writing this from {X}.
Sent from my hotel in {X}.
Ms Holland signed the contract in {X}.
The meeting about it took place in {X}.
{co} is based in {X}.
The invoice goes to our parent company in {X}.
The goods come from {X}.
Our competitor is at home in {X}.
`

/** Speak of the area and its holder, without condition: {X} is added. */
export const ADDING: readonly string[] = lines`
Licensee may also sell in {X}.
Distributor may also sell the Products in {X}.
The Territory also includes {X}.
The Territory shall also include {X}.
{X} is also part of the Territory.
{X} is also included.
In addition, the Territory includes {X}.
The Territory further comprises {X}.
Franchisee may also operate in {X}.
`

/** Speak of the area: {X} is taken out. {X} lies inside it. */
export const CUTTING: readonly string[] = lines`
The Territory does not include {X}.
The Territory excludes {X}.
The Territory shall not include {X}.
{X} is excluded.
{X} is not included.
{X} is excluded from the Territory.
{X} is not part of the Territory.
Excluded: {X}.
For the avoidance of doubt, the Territory does not include {X}.
`

/** Deny, set a condition or a time, or speak of somebody else. {X} lies outside the area and must never become part of it. */
export const NEVER: readonly string[] = lines`
Nobody may sell in {X}.
Licensee may not sell in {X}.
Licensee shall not sell the Products in {X}.
Distributor must not ship to {X}.
No sales are permitted in {X}.
Neither party may sell in {X}.
Distributor has no rights in {X}.
Distributor may never deliver to {X}.
Sales to {X} are prohibited.
Until 2026 Licensee may also sell in {X}.
From 2030 Licensee may also sell in {X}.
For the first six months, Distributor may also sell in {X}.
After the second anniversary of this Agreement, the Territory also includes {X}.
With Licensor's prior written consent, Licensee may also sell in {X}.
If the sales targets are met, Licensee may also sell in {X}.
Subject to Licensor's approval, the Territory also includes {X}.
Unless Licensor objects, Licensee may also sell in {X}.
Provided that Licensee has paid all invoices, it may also sell in {X}.
Once the regulator agrees, Distributor may sell in {X}.
As soon as an importer is found, {X} will be added.
Licensor ships to {X}.
Licensor sells in {X}.
Supplier retains all rights in {X}.
Supplier has appointed another distributor for {X}.
Another distributor serves {X}.
Third parties may sell in {X}.
Our competitors are active in {X}.
Licensee's former partner sold in {X}.
Licensor may extend the Territory to {X}.
The parties may later agree to add {X}.
The parties will discuss an extension to {X}.
Distributor has asked for {X}, which Supplier has declined.
The Territory used to include {X}.
Licensee has an option on {X}.
Licensee may apply for rights in {X}.
It is not clear yet whether {X} will be added.
We are thinking about {X} too.
We stopped selling in {X} last year.
We used to deliver to {X}.
We hardly ever deliver to {X}.
Perhaps we will open an office in {X} next year.
Customers in {X} should contact our partner.
`

/** About the area as a whole, after it has been described. They change nothing; "outside" and "not" only look as if. */
export const ABOUT_AREA: readonly string[] = lines`
Distributor shall not sell the Products outside the Territory.
Supplier shall not appoint another distributor in the Territory.
Distributor shall use its best efforts to promote the Products in the Territory.
No rights are granted outside the Territory.
Licensee shall not sell to customers outside the Territory.
Active sales outside the Territory require Supplier's consent.
`

/** Before the area: who speaks to whom. */
export const PREAMBLES: readonly string[] = lines`
This Agreement is made between {co} (the "Supplier") and {co} (the "Distributor").
THIS AGREEMENT is entered into by and between the parties named below.
1. Definitions. In this Agreement the following terms apply.
The parties agree as follows:
`

export const PREAMBLES_WITH_PLACES: readonly string[] = lines`
{co}, a company incorporated in {X}, and {co} agree as follows.
This Agreement is made between {co}, with its registered office in {X}, and {co}.
{co}, 14 Harbour Road, {X}
From: {person}, {X}
Made in {X} on 3 May.
{X}, 12 March 2024
`

/** Cities for governing law, offices and datelines: none of them has a polygon, and none is the area. */
export const CITIES: readonly string[] = [
  'Munich',
  'Lyon',
  'Toronto',
  'Chicago',
  'Rotterdam',
  'Glasgow',
  'Houston',
  'Manchester',
  'Nairobi',
  'Zurich',
  'Milan',
  'Boston',
]
